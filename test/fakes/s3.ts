import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import { startFauxqs } from 'fauxqs';

/**
 * Faults of a request: an answer with this status and code, a connection cut immediately or half way through the
 * answer, or no answer.
 */
export type Mishap = { status: number; code: string } | 'cut' | 'half' | 'silence';

export interface S3Peer {
  /** The settings for a server that uses this store. */
  readonly settings: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** The number of requests so far. */
  readonly requests: number;
  /** Makes the next requests fail in these ways, in order. */
  stumble(...mishaps: Mishap[]): void;
  /** Answers no request while `work` runs. */
  downDuring(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const region = 'eu-central-1';
const accessKeyId = 'AKIACIRCLETEST';
const secretAccessKey = 'a-secret-that-only-the-two-know';

/** A real S3 server in this process (fauxqs) behind a proxy that verifies signatures, because fauxqs accepts any. */
export const startS3 = async (bucket = 'circle-photos'): Promise<S3Peer> => {
  const store = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  store.createBucket(bucket);
  const mishaps: Mishap[] = [];
  let requests = 0;
  let isDown = false;

  const front = createServer((request, response) => {
    requests += 1;
    const mishap = isDown ? 'cut' : mishaps.shift();
    if (mishap === 'cut') request.socket.destroy();
    else if (mishap === 'silence') request.resume();
    else if (mishap && mishap !== 'half') refuse(response, mishap.status, mishap.code);
    else forward(request, response, store.port, mishap === 'half').catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  if (typeof address !== 'object' || !address) throw new Error('The front has no port.');

  return {
    settings: { endpoint: `http://127.0.0.1:${address.port}`, region, bucket, accessKeyId, secretAccessKey },
    get requests() {
      return requests;
    },
    stumble(...next) {
      mishaps.push(...next);
    },
    async downDuring(work) {
      isDown = true;
      await work();
      isDown = false;
    },
    async stop() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await store.stop();
    },
  };
};

const refuse = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
};

const forward = async (
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  half: boolean,
): Promise<void> => {
  const body = Buffer.concat(await request.toArray());
  const trouble = await whatIsWrong(request);
  if (trouble) return refuse(response, 403, trouble);

  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headersDistinct)) {
    if (name !== 'connection' && name !== 'content-length') headers.set(name, value?.join(', ') ?? '');
  }
  const method = request.method ?? 'GET';
  const sent = method === 'GET' || method === 'HEAD' ? null : body;
  const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, { method, headers, body: sent });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const content = Buffer.from(await answer.arrayBuffer());
  if (half) response.write(content.subarray(0, content.length / 2), () => request.socket.destroy());
  else response.end(content);
};

/** Signs the request as its sender should have, and compares the signatures. */
const whatIsWrong = async (request: IncomingMessage): Promise<string | null> => {
  const authorization = request.headers.authorization ?? '';
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/[^,]*, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!parts) return 'AccessDenied';
  const [, key, signedHeaders = '', signature] = parts;
  if (key !== accessKeyId) return 'InvalidAccessKeyId';

  const headers = new Headers();
  for (const name of signedHeaders.split(';')) headers.set(name, String(request.headers[name]));
  const signer = new AwsV4Signer({
    method: request.method ?? 'GET',
    url: `http://${request.headers.host}${request.url}`,
    headers,
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region,
    datetime: String(request.headers['x-amz-date']),
    allHeaders: true,
  });
  return (await signer.signature()) === signature ? null : 'SignatureDoesNotMatch';
};
