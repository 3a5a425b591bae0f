import { createServer } from '../../../server/app.ts';
import { createLog } from '../../../server/platform/log.ts';
import { readSettings } from '../../../server/settings.ts';
import { Http2Port } from '../../platform/http2-client.ts';

// A process for hold-up-http2.ts: the server, and a port that speaks HTTP/2 in front of it, without TLS.
const server = await createServer(readSettings(process.env), createLog('silent'));
await server.listen();
const port = await Http2Port.open(server.http.server, server.context);
process.send?.(port.url);
process.on('disconnect', () => process.exit());
