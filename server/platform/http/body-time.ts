import type { IncomingMessage, Server } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../problem.ts';
import { networkOf } from './network.ts';

/** How long bodies may take. */
export interface BodyTimes {
  /** Milliseconds in which every body must arrive that is no upload. */
  bodyMs: number;
  /** Uploads are measured over stretches of this many milliseconds. */
  stretchMs: number;
}

export const bodyTimes: BodyTimes = { bodyMs: 60_000, stretchMs: 10_000 };

/** An upload is slow while less than this arrives in a stretch: below 16 KB a second. */
const swiftBytes = 160 * 1024;
/** An upload ends if less than this arrives in six stretches: below 1 KB a second. A pause of half a minute ends none. */
const [leastBytes, stretches] = [60 * 1024, 6];
/** Slow uploads of one member, or of one network without a session. Each keeps a connection and a temporary file. */
const maxSlow = 20;

/** The bodies under way that are no uploads, or not known to be one. */
const underWay = new WeakMap<IncomingMessage, { timer: NodeJS.Timeout; times: BodyTimes }>();

/** The slow uploads of each party. */
const slow = new Map<string, Set<IncomingMessage>>();

const partyOf = (request: FastifyRequest): string =>
  request.caller ? `member ${request.caller.id}` : networkOf(request.ip);

const leaveSlow = (party: string, raw: IncomingMessage): void => {
  const own = slow.get(party);
  own?.delete(raw);
  if (own?.size === 0) slow.delete(party);
};

/** @returns whether the party has a place for another slow upload */
const enterSlow = (party: string, raw: IncomingMessage): boolean => {
  const own = slow.get(party) ?? new Set();
  if (!own.has(raw) && own.size >= maxSlow) return false;
  slow.set(party, own.add(raw));
  return true;
};

const onceRead = (raw: IncomingMessage, stop: () => void): void => {
  raw.once('end', stop);
  raw.once('close', stop);
};

/** Disconnects each client whose body does not arrive in time, also where no route takes it or the answer was sent. */
export const limitBodyTime = (server: Server, times: BodyTimes): void => {
  server.prependListener('request', (raw: IncomingMessage) => {
    const { headers } = raw;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const timer = setTimeout(() => raw.destroy(), times.bodyMs).unref();
    underWay.set(raw, { timer, times });
    onceRead(raw, () => clearTimeout(timer));
  });
};

/**
 * Gives an upload as much time as it needs while bytes arrive. A party has few slow uploads; more are refused or end.
 * @throws Problem `tooMany`
 */
export const limitUploadTime = (request: FastifyRequest): void => {
  const { raw } = request;
  const { socket } = raw;
  const body = underWay.get(raw);
  if (!body) return;
  const party = partyOf(request);
  if ((slow.get(party)?.size ?? 0) >= maxSlow)
    throw new Problem('tooMany', messages.tooManyRequests, { retryAfter: 60 });
  clearTimeout(body.timer);
  /** How many bytes had arrived at the ends of the last stretches, newest first. */
  let arrived = [socket.bytesRead];
  const timer = setInterval(() => {
    arrived = [socket.bytesRead, ...arrived.slice(0, stretches)];
    const [now = 0, before = 0] = arrived;
    const isStuck = now - (arrived[stretches] ?? Number.NEGATIVE_INFINITY) < leastBytes;
    if (now - before >= swiftBytes) leaveSlow(party, raw);
    else if (isStuck || !enterSlow(party, raw)) raw.destroy();
  }, body.times.stretchMs);
  onceRead(raw, () => {
    clearInterval(timer);
    leaveSlow(party, raw);
  });
};
