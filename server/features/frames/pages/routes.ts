import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { messages } from '../../../../contract/errors/errors.ts';
import { findFrame, findShown, listFramePhotos, type OpenFrame } from '../find.ts';
import type { Routes } from '../../../feature.ts';
import { frameCookie } from '../../../platform/http/cookie.ts';
import { framePageHeaders } from '../../../platform/http/fixed-headers.ts';
import { languageOf } from '../../../platform/http/language.ts';
import { Problem } from '../../../platform/problem.ts';
import { isUseDue, touchFrame } from '../end.ts';
import { codeLivesMs, isWaiting, makeCode } from '../pair.ts';
import { createFramePhotos } from '../photos.ts';
import { pairingPage, showingPage } from './page.ts';

const PhotoParams = z.object({ name: z.string() });

/** The photo on screen, and the next one. Others are ignored. */
const maxAsked = 2;
const NowQuery = z.catch(z.object({ photos: z.catch(z.string(), '') }), { photos: '' });
const ListQuery = z.catch(z.object({ mark: z.catch(z.string(), '') }), { mark: '' });

const photoName = /^[0-9a-f]{32}$/;

const markOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/**
 * The page of a picture frame and its four requests. They know no session, and no endpoint knows the frame's cookie
 * (FRAME-1).
 */
export const pages: Routes = ({ raw }, context) => {
  const { db } = context;
  const cookie = frameCookie(context.settings.publicUrl);
  const readPhoto = createFramePhotos(context);

  const frameOf = async (request: FastifyRequest): Promise<OpenFrame | null> => {
    const token = cookie.read(request);
    return token === null ? null : findFrame(db, token);
  };

  const ended = () => new Problem('unauthorized', messages.unauthorized);

  /** @throws Problem `unauthorized` for a frame that was ended */
  const openFrame = async (request: FastifyRequest): Promise<OpenFrame> => {
    const frame = await frameOf(request);
    if (!frame) throw ended();
    return frame;
  };

  const get = (
    path: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    raw({ method: 'GET', path, credential: 'anyone', rate: 'framePages' }, async (request, reply) => {
      // Nothing of a frame is stored, not even a refusal.
      reply.header('cache-control', 'no-store');
      return handler(request, reply);
    });
  };

  get('/frame', async (request, reply) => {
    const frame = await frameOf(request);
    return reply
      .headers(framePageHeaders)
      .send(frame ? showingPage(frame) : pairingPage(languageOf(request)));
  });

  raw(
    { method: 'POST', path: '/frame/code', credential: 'anyone', rate: 'frameCodes' },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { token, code } = await makeCode(context, {
        token: cookie.read(request),
        userAgent: request.headers['user-agent'] ?? '',
      });
      cookie.set(reply, token);
      return reply.status(201).send({ code, seconds: codeLivesMs / 1_000 });
    },
  );

  get('/frame/now', async (request, reply) => {
    const token = cookie.read(request);
    if (token === null) throw ended();
    const first = await findFrame(db, token);
    if (!first && (await isWaiting(context, token))) return reply.send({ state: 'waiting' });
    // A member may have typed the code between the two questions.
    const frame = first ?? (await findFrame(db, token));
    if (!frame) throw ended();
    // Browsers end a cookie after 400 days; a frame in use lasts longer (FRAME-6).
    if (isUseDue(frame)) cookie.set(reply, token);
    touchFrame(db, frame).catch((error: unknown) =>
      request.log.error({ err: error }, 'The use of a frame was not noted'),
    );
    const names = NowQuery.parse(request.query).photos.slice(0, 100).split(',');
    const asked = names.filter((name) => photoName.test(name)).slice(0, maxAsked);
    return reply.send({ state: 'showing', seen: await findShown(db.read, frame, asked) });
  });

  get('/frame/photos', async (request, reply) => {
    const photos = await listFramePhotos(db, await openFrame(request));
    const mark = markOf(JSON.stringify(photos));
    if (ListQuery.parse(request.query).mark === mark) return reply.status(204).send();
    return reply.send({ mark, photos });
  });

  get('/frame/photos/:name', async (request, reply) => {
    const frame = await openFrame(request);
    const bytes = await readPhoto(frame, PhotoParams.parse(request.params).name);
    return reply.type('image/jpeg').send(bytes);
  });
};
