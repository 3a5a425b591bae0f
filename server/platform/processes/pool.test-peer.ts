import { existsSync, writeFileSync } from 'node:fs';
import { limitProcessorTime } from './processor-time.ts';

// A process for pool.test.ts that follows its orders.
process.on('disconnect', () => process.exit());
process.on('message', (order) => {
  if (typeof order !== 'object' || order === null) return;
  if ('burn' in order) {
    limitProcessorTime(Number(order.burn));
    setInterval(() => {
      for (const end = performance.now() + 50; performance.now() < end; );
    }, 1);
  }
  // It computes without a pause, so that no timer of this process runs.
  if ('spin' in order) for (;;);
  if ('fill' in order) for (const kept: Buffer[] = []; ; ) kept.push(Buffer.alloc(1024 * 1024, 1));
  if ('sleep' in order && 'limit' in order) {
    const stop = limitProcessorTime(Number(order.limit));
    setTimeout(() => {
      stop();
      process.send?.({ slept: true });
    }, Number(order.sleep));
  }
  if ('echo' in order && order.echo !== undefined)
    process.send?.({ echo: order.echo, pid: process.pid, environment: Object.keys(process.env) });
  if ('die' in order) process.exit(3);
  if ('dieKilled' in order) process.kill(process.pid, 'SIGKILL');
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
