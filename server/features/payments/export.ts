import type { Payment } from '../../../contract/payments.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';
import { columns, presentPayment } from './billing.ts';

const batchSize = 500;

/** All payments of the viewer, newest first: amounts in cents, and only the last four digits of a card. */
export async function* ownPayments(q: Queries, viewer: Viewer): AsyncGenerator<Payment> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await q
      .selectFrom('payments')
      .select(['id', ...columns])
      .where('user_id', '=', viewer.id)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(batchSize)
      .execute();
    yield* rows.map(presentPayment);
    before = rows.at(-1)?.id ?? 0;
    if (rows.length < batchSize) return;
  }
}
