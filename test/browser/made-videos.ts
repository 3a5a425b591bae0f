import assert from 'node:assert/strict';
import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
} from 'mediabunny';
import type { Page } from 'playwright-core';
import { playableVideo, shortVideo } from '../harness/videos.ts';

/** A filler NAL unit (ITU-T H.264, type 12) of this size with its length: decoders skip it. */
const filler = (bytes: number): Buffer => {
  const unit = Buffer.alloc(bytes, 0xff);
  unit.writeUInt32BE(bytes - 4, 0);
  unit[4] = 12;
  unit[bytes - 1] = 0x80;
  return unit;
};

/**
 * An MP4 video of one picture, shown again every `every` seconds for this time. Each picture in H.264 is filled up to
 * `pictureBytes`, so that a large file takes no time to make or to decode. The browser of the tests decodes VP9 alone.
 */
export const stillVideo = async (
  seconds: number,
  {
    every = 1,
    pictureBytes = 0,
    codec = 'avc',
  }: { every?: number; pictureBytes?: number; codec?: 'avc' | 'vp9' } = {},
): Promise<Buffer> => {
  const original = await (codec === 'avc' ? shortVideo() : playableVideo());
  const input = new Input({ formats: [MP4, WEBM], source: new BufferSource(original) });
  const track = await input.getPrimaryVideoTrack();
  const packet = track && (await new EncodedPacketSink(track).getFirstKeyPacket());
  assert.ok(track && packet);
  const picture =
    pictureBytes > packet.data.length
      ? Buffer.concat([packet.data, filler(pictureBytes - packet.data.length)])
      : packet.data;
  const source = new EncodedVideoPacketSource(codec);
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = await track.getDecoderConfig();
  assert.ok(decoderConfig);
  for (let at = 0; at < seconds; at += every) {
    await source.add(new EncodedPacket(picture, 'key', at, every), { decoderConfig });
  }
  await output.finalize();
  assert.ok(target.buffer);
  return Buffer.from(target.buffer);
};

/** Has the browser record a moving canvas with a tone, as VP8 and Opus. */
export const recordedVideo = async (page: Page): Promise<Buffer> => {
  const recorded = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const context = canvas.getContext('2d', { alpha: false });
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const sound = audio.createMediaStreamDestination();
    tone.connect(sound);
    tone.start();
    const stream = canvas.captureStream(20);
    for (const track of sound.stream.getAudioTracks()) stream.addTrack(track);
    const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=vp8,opus' });
    const stopped = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => resolve(data);
    });
    recorder.start();
    for (let picture = 0; picture < 20; picture += 1) {
      if (context) context.fillStyle = `hsl(${picture * 15} 60% 50%)`;
      context?.fillRect(picture * 20, picture * 8, 300, 200);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    return [...new Uint8Array(await (await stopped).arrayBuffer())];
  });
  return Buffer.from(recorded);
};
