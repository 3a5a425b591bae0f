// On SIGUSR1, which every process of this account can send, Node would open its inspector, which runs any code. This
// is like its option --disable-sigusr1, however the program is started.
process.on('SIGUSR1', () => undefined);
