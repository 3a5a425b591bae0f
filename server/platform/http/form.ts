import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileFields } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { Problem } from '../problem.ts';

/**
 * Lets the routes of `scope` accept forms with files. If it applied to all routes, the parser's hooks would run on
 * every request.
 */
export const takeForms = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(multipart, {
    limits: {
      fileSize: Number.POSITIVE_INFINITY,
      files: 11,
      fields: 10,
      headerPairs: 20,
      parts: 21,
      fieldSize: limits.jsonBytes,
    },
    throwFileSizeLimit: false,
  });
};

/** A file of a form, checked and kept in a temporary file until the request ends. */
export interface ReceivedFile {
  path: string;
  bytes: number;
  remove(): Promise<void>;
}

export interface ReceivedForm {
  fields: Record<string, unknown>;
  /** The files in the order in which they arrived. */
  files: { field: string; file: ReceivedFile }[];
}

/** Reads a file's stream of at most `maxBytes` to its end, or throws a Problem and leaves no file behind. */
export type ReceiveFile = (
  stream: Readable,
  needs: { maxBytes?: number | undefined; kind?: 'sound' | undefined },
) => Promise<ReceivedFile>;

/**
 * Reads a multipart body part by part, files straight to disk. Removes what it received when it throws.
 * @throws Problem `wrongType` when the body is no form, `invalid` for fields that the endpoint does not know,
 *   `tooLarge` for more text than a JSON body may hold, and whatever `receive` throws
 */
export const readForm = async (
  request: FastifyRequest,
  allowed: FileFields,
  receive: (stream: Readable) => Promise<ReceivedFile>,
): Promise<ReceivedForm> => {
  if (!request.isMultipart()) throw new Problem('wrongType', messages.wrongType);
  const form: ReceivedForm = { fields: {}, files: [] };
  let textBytes = 0;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated || part.valueTruncated) throw new Problem('tooLarge', messages.tooLarge);
        if (Object.hasOwn(form.fields, part.fieldname)) throw unexpected(part.fieldname);
        // The parser would parse a part that declares itself as JSON; our fields are text.
        if (typeof part.value !== 'string') throw unexpected(part.fieldname);
        textBytes += Buffer.byteLength(part.value);
        if (textBytes > limits.jsonBytes) throw new Problem('tooLarge', messages.tooLarge);
        form.fields[part.fieldname] = part.value;
        continue;
      }
      const max = Object.hasOwn(allowed, part.fieldname) ? (allowed[part.fieldname] ?? 0) : 0;
      if (max === 0) throw unexpected(part.fieldname);
      if (form.files.filter(({ field }) => field === part.fieldname).length >= max) {
        throw new Problem('invalid', messages.tooManyPhotos, {
          issues: [{ path: part.fieldname, message: messages.tooManyPhotos }],
        });
      }
      form.files.push({ field: part.fieldname, file: await receive(part.file) });
    }
    return form;
  } catch (error) {
    // Read and discard the rest of the body, or the connection would hang for ever.
    request.raw.unpipe();
    request.raw.resume();
    await removeFiles(form);
    throw refusalOf(error);
  }
};

// The parser's errors for a body that is no form, or is cut off, have no status. All other errors have one.
const refusalOf = (error: unknown): unknown =>
  error instanceof Problem || !(error instanceof Error) || 'statusCode' in error
    ? error
    : new Problem('invalid', messages.uploadBroken, { cause: error });

/** Deletes the temporary files that still exist. */
export const removeFiles = async (form: ReceivedForm): Promise<void> => {
  await Promise.all(form.files.map(({ file }) => file.remove()));
};

const unexpected = (path: string): Problem =>
  new Problem('invalid', messages.invalid, { issues: [{ path, message: messages.unknownField }] });
