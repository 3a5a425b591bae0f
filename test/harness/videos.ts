import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import * as media from '../../contract/media.ts';
import type { Voice } from '../../contract/shapes.ts';
import type { Output } from '../../contract/endpoint.ts';
import type { Person } from './person.ts';
import { plainPhoto } from './photos.ts';

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../fixtures/videos/${name}`, import.meta.url));

/** Two seconds with sound, as H.264 and AAC. */
export const shortVideo = (): Promise<Buffer> => fixture('phone.mp4');

/** Two seconds with sound, as VP9 and Opus, which the Chromium of the tests can play. */
export const playableVideo = (): Promise<Buffer> => fixture('vp9.webm');

/** The same video in a file of `bytes` bytes: a box that players skip fills the rest. */
export const paddedVideo = async (bytes: number): Promise<Buffer> => {
  const video = await shortVideo();
  const box = Buffer.alloc(bytes - video.length);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([video, box]);
};

/** The parts in which a video is uploaded. */
export const partsOf = (video: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(video.length / limits.videoPartBytes) }, (_, n) =>
    video.subarray(n * limits.videoPartBytes, (n + 1) * limits.videoPartBytes),
  );

export const digestOf = (bytes: Buffer): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-digest': `sha-256=:${hash('sha256', bytes, 'base64')}:`,
});

/** Sends one part, and returns the answer. */
export const putPart = (person: Person, id: string, n: number, part: Buffer) =>
  person.request('PUT', `/api/videos/${id}/parts/${n}`, {
    body: new Uint8Array(part),
    headers: digestOf(part),
  });

export const posterForm = async (): Promise<FormData> => {
  const form = new FormData();
  form.set('poster', new Blob([new Uint8Array(await plainPhoto(160, 120))]), 'poster.jpg');
  return form;
};

export const startVideo = async (person: Person, bytes: number): Promise<string> =>
  (await person.ask(media.startVideo, { bytes, type: 'video/mp4', seconds: 2 })).id;

export const finishVideo = async (person: Person, id: string) =>
  person.request('POST', `/api/videos/${id}/done`, { form: await posterForm() });

/** Uploads a video in parts; its id goes into a moment. */
export const uploadVideo = async (
  person: Person,
  video?: Buffer,
): Promise<Output<typeof media.finishVideo>> => {
  const bytes = video ?? (await shortVideo());
  const id = await startVideo(person, bytes.length);
  for (const [n, part] of partsOf(bytes).entries()) await putPart(person, id, n, part);
  const done = await finishVideo(person, id);
  return media.finishVideo.output.parse(done.json);
};

/** A second of sound; `test/fixtures/voices/make.sh` says how each was made. */
export const recording = (name = 'note.webm'): Promise<Buffer> =>
  readFile(new URL(`../fixtures/voices/${name}`, import.meta.url));

export const voiceForm = async (name?: string, words?: string): Promise<FormData> => {
  const form = new FormData();
  if (words !== undefined) form.set('words', words);
  form.set('sound', new Blob([new Uint8Array(await recording(name))]), 'sound');
  return form;
};

/** Uploads a recording; its id goes into a moment or comment. */
export const uploadVoice = async (person: Person, name?: string, words?: string): Promise<Voice> => {
  const made = await person.request('POST', '/api/voices', { form: await voiceForm(name, words) });
  return media.addVoice.output.parse(made.json);
};
