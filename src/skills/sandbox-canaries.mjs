// Runs inside the sandbox and tries what must be impossible there. What it reports as true is a hole.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';
import { text } from 'node:stream/consumers';

const { secretFile, otherSkill, port, variable } = JSON.parse(await text(process.stdin));

function succeeds(attempt) {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

const network = await new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
});

const holes = {
  'reading a file outside': succeeds(() => readFileSync(secretFile)),
  'reading another skill': succeeds(() => readdirSync(otherSkill)),
  'connecting to the network': network,
  'seeing the environment': readFileSync('/proc/self/environ', 'latin1').includes(variable),
  'writing into the skill': succeeds(() => writeFileSync('/skill/planted', 'x')),
};
process.stdout.write(JSON.stringify({ alive: true, uid: process.getuid(), holes }));
// An open socket must not keep it running.
process.exit(0);
