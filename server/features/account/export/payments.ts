import { time } from '../../../access/present.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { Queries } from '../../../platform/db/database.ts';

const page = 500;

/** What the viewer has paid, newest first: amounts in cents, no card but its last four digits. */
export async function* ownPayments(q: Queries, viewer: Viewer) {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await q
      .selectFrom('payments')
      .select(['id', 'public_id', 'kind', 'plan', 'amount', 'refunded', 'state', 'card_last4', 'created_at'])
      .where('user_id', '=', viewer.id)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(page)
      .execute();
    for (const row of rows) {
      yield {
        id: row.public_id,
        kind: row.kind,
        plan: row.plan,
        amount: row.amount,
        refunded: row.refunded,
        state: row.state === 'succeeded' || row.state === 'failed' ? row.state : 'processing',
        cardLast4: row.card_last4,
        createdAt: time(row.created_at),
      };
    }
    before = rows.at(-1)?.id ?? 0;
    if (rows.length < page) return;
  }
}
