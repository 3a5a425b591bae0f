import { errors } from '../../dist/words/en/errors.ts';

/**
 * Error messages that server and forms share. The forms show them beside the field, and the server answers with the
 * same sentence. They stand in words/, as `errors` of their feature.
 */
export const messages = errors;
