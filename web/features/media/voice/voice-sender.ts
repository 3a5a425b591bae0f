// Loads with the first recording that is shared.
import * as media from '../../../../contract/media.ts';
import { api } from '../../../data/api.ts';
import { upload } from '../../../data/upload.ts';
import { Refused, type Sender } from '../../../outbox/kinds.ts';
import { words } from '../../../words/words.ts';
import { uploadedOf } from '../photo-request.ts';
import { voiceForm, VoiceInput } from './voice-request.ts';

/** Uploads recordings, for moments that follow. */
export const sender: Sender = {
  send: async ({ input, key }, { file, signal, onProgress }) => {
    const sound = await file();
    if (!sound) throw new Refused(words.compose.photos.lost);
    const form = voiceForm(VoiceInput.parse(input), sound);
    return upload(media.addVoice, form, onProgress, { signal, idempotencyKey: key });
  },
  undo: async (result) => {
    const uploaded = uploadedOf(result);
    if (uploaded) await api(media.remove, { id: uploaded.id });
  },
};
