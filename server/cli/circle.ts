import '../platform/processes/no-inspector.ts';
import { settingsOfProcess } from '../settings.ts';
import { runCommand } from './run.ts';

process.exitCode = await runCommand(process.argv.slice(2), settingsOfProcess, {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
