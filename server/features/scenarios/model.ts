import * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../../platform/problem.ts';
import type { ModelSettings } from '../../settings.ts';
import { callable, Idea } from './steps.ts';

/** Milliseconds until the last byte of the model's answer. */
const timeoutMs = 60_000;
/** Maximum size of an answer in bytes. */
const longest = 256 * 1024;

const calls = callable.map(
  (name) => `${name}(${Object.keys(endpoints.get(name)?.input.shape ?? {}).join(', ')})`,
);

const task = `You think up test scenarios for Circle, a private social web app. People have circles; a moment ("post") is
shared with a circle and is seen by its members alone. Whoever is removed or blocked sees nothing any more; what a
person may not see answers 404. Each scenario is a list of calls out of the given schema, made by the invented people
ana, ben, cleo, dan and eve (members) and visitor (signed out). "makes" names what a call makes; in later inputs a text
"$name" stands for its id, as "$ana" does for the id of ana. To share a moment: {"who": "ana", "call": "posts.create",
"input": {"content": "Here", "circleIds": ["$family"]}, "makes": "first"}. At least one step has to expect a status, or
"refused". Answer with JSON alone. The calls and the names of their inputs: ${calls.join(', ')}`;

const shape = {
  type: 'object',
  additionalProperties: false,
  required: ['scenarios'],
  properties: { scenarios: { type: 'array', items: z.toJSONSchema(Idea) } },
};

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).check(z.minLength(1)),
});

const readBounded = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > longest) throw new Error(`more than ${longest} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * Asks an OpenAI-compatible model (chat completions with a JSON schema) for scenarios; nothing about members is sent.
 * @returns its text, not yet checked
 * @throws Problem `unavailable` when no valid answer arrives in time
 */
export const askModel = async (
  model: ModelSettings,
  known: readonly string[],
  closing: AbortSignal,
): Promise<string> => {
  try {
    const response = await fetch(`${model.baseUrl}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing]),
      headers: {
        'content-type': 'application/json',
        ...(model.apiKey !== null && { authorization: `Bearer ${model.apiKey}` }),
      },
      body: JSON.stringify({
        model: model.name,
        messages: [
          { role: 'system', content: task },
          { role: 'user', content: `Propose 5 scenarios, none like these: ${JSON.stringify(known)}` },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'scenarios', schema: shape } },
      }),
    });
    const text = await readBounded(response);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const answer: unknown = JSON.parse(text);
    return Completion.parse(answer).choices[0]?.message.content ?? '';
  } catch (error) {
    throw new Problem('unavailable', messages.modelSilent, { cause: error });
  }
};
