import { type RawBuilder, sql } from 'kysely';
import type { VideoType, Voice, VoiceType } from '../../../contract/shapes.ts';
import type { SqlRef } from '../rules/sees.ts';
import { videoName } from './photos.ts';
import { parsed } from './stored-json.ts';

// The part of present.ts about voices.

/** The fields that a row of `images` stores of a voice. */
export interface VoiceColumns {
  name: string;
  /** The container in which the sound is stored. */
  container: VideoType;
  ms: number;
  bytes: number;
  /** Hexadecimal; empty where no browser drew it. */
  wave: string;
  words: string | null;
}

/** The type of a voice by its container. */
export const voiceTypeOf = (container: VideoType): VoiceType =>
  container === 'video/webm' ? 'audio/webm' : 'audio/mp4';

// SQLite would take the result of `json_object` for a part of a larger object, and PostgreSQL would not: a text is a text on both.
const voiceAsJson = (which: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`
  (select cast(json_object('name', voice.public_id, 'container', voice.video_type, 'ms', voice.video_ms,
      'bytes', voice.video_bytes, 'wave', voice.wave, 'words', voice.alt) as text) || ''
   from images voice ${which} limit 1)`;

/** The voice of a post or comment, as JSON text. `row` is the alias of its row, which the viewer sees. */
export const selectVoice = (row: string): RawBuilder<string | null> =>
  voiceAsJson(sql`where voice.id = ${sql.ref(`${row}.voice_id`)} and voice.kind = 'voice'
    and voice.owner_id = ${sql.ref(`${row}.author_id`)}`);

/** The voice that a report keeps. `report` is its key; the viewer sees the report. */
export const selectKeptVoice = (report: SqlRef): RawBuilder<string | null> =>
  voiceAsJson(sql`join report_photos kept on kept.image_id = voice.id
    where kept.report_id = ${report} and voice.wave is not null`);

/** Stands for the variant in the name of a voice. */
export const voiceVariant = 'voice';

/** The name of a voice under `/uploads/`. */
export const voiceName = (publicId: string, container: VideoType): string =>
  `${publicId}-${voiceVariant}.${container === 'video/webm' ? 'webm' : 'mp4'}`;

/** The name under which the pieces of a voice are stored, as those of a video. */
export const storedName = ({ id, type }: Pick<Voice, 'id' | 'type'>): string =>
  videoName(id, type === 'audio/webm' ? 'video/webm' : 'video/mp4');

export const presentVoice = ({ name, container, ms, bytes, wave, words }: VoiceColumns): Voice => ({
  id: name,
  url: `/uploads/${voiceName(name, container)}`,
  type: voiceTypeOf(container),
  seconds: ms / 1_000,
  bytes,
  wave: wave === '' ? null : [...Buffer.from(wave, 'hex')],
  words,
});

export const readVoice = (json: string | null): Voice | null =>
  json === null ? null : presentVoice(parsed<VoiceColumns>(json));
