import { existsSync, writeFileSync } from 'node:fs';

// A process for pool.test.ts that does as it is told.
process.on('disconnect', () => process.exit());
process.on('message', (order) => {
  if (typeof order !== 'object' || order === null) return;
  if ('echo' in order)
    process.send?.({ echo: order.echo, pid: process.pid, environment: Object.keys(process.env) });
  if ('die' in order) process.exit(3);
  if ('dieOnce' in order) {
    const mark = String(order.dieOnce);
    if (existsSync(mark)) {
      process.send?.({ tries: 2 });
    } else {
      writeFileSync(mark, '');
      process.kill(process.pid, 'SIGKILL');
    }
  }
  // { hang: true } is not answered.
});
process.send?.('ready');
