import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { hashOf } from '../../platform/text/ids.ts';
import {
  type PaymentRequest,
  beginPaymentRequest,
  busy,
  findEarlierRequest,
  leasePaymentRequest,
  isOpen,
  type NewPaymentRequest,
} from './payment-requests.ts';

/**
 * Leases the payment request for this wish, or returns it as it ended.
 * @throws conflict while another worker has the lease
 */
export const openPaymentRequest = async (
  db: Database,
  viewer: Viewer,
  wanted: NewPaymentRequest,
  settle: (request: PaymentRequest) => Promise<void>,
): Promise<PaymentRequest> => {
  const known = await findEarlierRequest(db.read, viewer, wanted);
  const isSameCard = known?.tokenHash === hashOf(wanted.token);
  if (known && isOpen(known)) {
    if (!(await leasePaymentRequest(db, known))) throw busy();
    // With the same card token the same call may be repeated. With a new token the outcome of the first call must be
    // known first.
    if (isSameCard) return known;
    await settle(known);
    return openPaymentRequest(db, viewer, wanted, settle);
  }
  if (known && (isSameCard || known.state === 'succeeded')) return known;
  const made = await db.write((tx) => beginPaymentRequest(tx, viewer, wanted));
  if (made) return made;
  // A concurrent call has just written it, with the same token or key.
  throw busy();
};
