import process from 'node:process';

process.stderr.write(`Error: cannot open the database with ${process.env.DESK_TOKEN}\n`);
process.exitCode = 1;
