import { CanvasSink, type InputVideoTrack } from 'mediabunny';
import { posterQuality, posterSize } from './plan.ts';

/** Draws one picture of the video as JPEG. Null if this browser cannot decode it. */
export const drawPoster = async (video: InputVideoTrack, seconds: number): Promise<Blob | null> => {
  if (!(await video.canDecode())) return null;
  const shown = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  const sink = new CanvasSink(video, { width: posterSize(shown).width });
  const drawn = (await sink.getCanvas(seconds)) ?? (await sink.getCanvas(await video.getFirstTimestamp()));
  if (!(drawn?.canvas instanceof OffscreenCanvas)) return null;
  return drawn.canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality });
};
