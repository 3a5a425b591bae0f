import type { FastifyRequest } from 'fastify';
import { isLanguage, type Language } from '../../../contract/shapes.ts';
import { fallbackLanguage } from '../../words/words.ts';

/** A browser names a handful; the client may send anything. */
const maxLength = 200;

/** The language that a browser asks for most, of those that Circle speaks (RFC 9110 12.5.4). */
const acceptedLanguage = (header: string | undefined): Language | null => {
  let best: { language: Language | null; weight: number } = { language: null, weight: 0 };
  for (const range of (header ?? '').slice(0, maxLength).split(',')) {
    const [name = '', q] = range.split(/;\s*q=/i);
    const code = name.trim().toLowerCase().split('-')[0] ?? '';
    const weight = q === undefined ? 1 : Number(q);
    if (isLanguage(code) && weight > best.weight) best = { language: code, weight };
  }
  return best.language;
};

/**
 * The language of an answer: the caller's; without a session the one that the browser asks for, never that of an
 * account which the request names; otherwise that of the installation.
 */
export const languageOf = ({ caller, headers }: FastifyRequest): Language =>
  caller?.language ?? acceptedLanguage(headers['accept-language']) ?? fallbackLanguage();
