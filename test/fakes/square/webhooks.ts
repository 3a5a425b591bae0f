import { createHmac, randomUUID } from 'node:crypto';
import type { Json } from './store.ts';

export type Tell = (type: string, kind: string, id: string, object: Json) => void;

export interface Message {
  type: string;
  body: string;
}

export const signatureKey = 'a-key-that-only-square-and-circle-know';

/** The signature of a message, over the address and the raw body. */
export const signatureOf = (address: string, body: string): string =>
  createHmac('sha256', signatureKey)
    .update(address + body)
    .digest('base64');

export const writeMessage = (type: string, kind: string, id: string, object: Json): Message => ({
  type,
  body: JSON.stringify({
    merchant_id: 'MERCHANT-1',
    type,
    event_id: randomUUID(),
    created_at: new Date().toISOString(),
    data: { type: kind, id, object },
  }),
});

/** Posts a signed webhook, as Square does. Returns the status of the response. */
export const sendMessage = async (address: string, { body }: Message): Promise<number> => {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-square-hmacsha256-signature': signatureOf(address, body),
      'user-agent': 'Square Connect v2',
    },
    body,
  });
  await response.body?.cancel();
  return response.status;
};
