// Never answers anything.
import process from 'node:process';

process.stdin.resume();
