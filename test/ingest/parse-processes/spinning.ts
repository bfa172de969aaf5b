import { connect } from 'node:net';
import type { ParseRequest } from '../../../src/ingest/parse-process.ts';
import '../../../src/ingest/parse-process.ts';

// The real process, except that any file makes it connect to the port that the path names and then never yield again.
process.removeAllListeners('message');
process.on('message', ({ path }: ParseRequest) => {
  const socket = connect(Number(path), '127.0.0.1', () => {
    socket.write('spinning', () => {
      while (true);
    });
  });
});
