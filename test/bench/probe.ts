// Loaded before the program that is measured (`node --import`): tells how much processor time its process has taken
// so far. It costs nothing while nobody asks, and keeps no process alive.
process.on('message', (asked) => {
  process.send?.({ asked, cpu: process.cpuUsage() });
});
// A run that was killed leaves nothing running.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
