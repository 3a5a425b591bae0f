// A mail server that accepts every mail and keeps none, as a separate program.
import { SMTPServer } from 'smtp-server';

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, callback) => {
    stream.on('end', () => callback());
    stream.resume();
  },
}).listen(Number(process.env['PORT']), '127.0.0.1');
