import { limits } from '../../../../contract/limits.ts';

const { voiceWave } = limits;

/** The 64 numbers of the drawing: the loudest of each part, as a share of the loudest of all. */
export const waveOf = (levels: readonly number[]): number[] => {
  const most = levels.reduce((one, other) => Math.max(one, other), 1);
  return Array.from({ length: voiceWave }, (_, bar) => {
    const [from, to] = [bar, bar + 1].map((at) => Math.floor((at * levels.length) / voiceWave));
    const part = levels.slice(from, Math.max((from ?? 0) + 1, to ?? 0));
    return Math.round((255 * part.reduce((one, other) => Math.max(one, other), 0)) / most);
  });
};

/** The most bytes of a file that is drawn: its samples need a hundred times the memory. */
const drawnBytes = 3 * 1024 * 1024;

/** Samples that are looked at of each part of a file. */
const looks = 200;

/** The length and the drawing of a chosen recording; null where this browser cannot read it, or not easily. The server judges it. */
export const readSound = async (file: Blob): Promise<{ seconds: number; wave: number[] } | null> => {
  if (file.size > drawnBytes) return null;
  let context: AudioContext | undefined;
  try {
    // A browser opens a few only.
    context = new AudioContext();
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    const samples = sound.getChannelData(0);
    const step = Math.max(1, Math.floor(samples.length / (voiceWave * looks)));
    const levels: number[] = [];
    for (let at = 0; at < samples.length; at += step) levels.push(Math.abs(samples[at] ?? 0) * 255);
    return { seconds: sound.duration, wave: waveOf(levels) };
  } catch {
    return null;
  } finally {
    void context?.close().catch(() => undefined);
  }
};
