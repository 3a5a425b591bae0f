import { copyFile } from 'node:fs/promises';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { addVoice, type VoiceNotes } from '../../features/media/voices.ts';
import { temporaryFile } from '../../platform/images/receive.ts';
import { projectFile } from '../../platform/programs.ts';

// Noise that swells and ebbs, made with ffmpeg.
const sounds = {
  sea: {
    words: 'Waves on the beach.',
    wave: [
      34, 100, 193, 211, 240, 246, 223, 220, 170, 128, 102, 73, 53, 37, 32, 30, 30, 42, 59, 79, 103, 138, 166,
      202, 245, 251, 255, 209, 177, 150, 115, 85, 59, 40, 32, 29, 30, 37, 51, 67, 95, 118, 151, 184, 213, 228,
      225, 207, 190, 175, 134, 99, 69, 49, 34, 31, 32, 34, 46, 58, 73, 75, 55, 24,
    ],
  },
} satisfies Record<string, VoiceNotes>;

export type Sound = keyof typeof sounds;

export const isSound = (word: string): word is Sound => Object.hasOwn(sounds, word);

/** Uploads a recording as its owner. @returns its public id */
export const storeSound = async (context: AppContext, viewer: Viewer, sound: Sound): Promise<string> => {
  // The process of voices reads nothing else.
  const upload = temporaryFile(context.tmpDir);
  await copyFile(projectFile(`server/cli/demo/photos/voice-${sound}.webm`), upload.path);
  const { id } = await addVoice(context, viewer, upload, sounds[sound]);
  await upload.remove();
  return id;
};
