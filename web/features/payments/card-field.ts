import { useEffect, useState } from 'react';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { type Card, makeCard, type Provider } from './square.ts';

type FieldState = { name: 'attaching' } | { name: 'ready'; card: Card } | { name: 'broken' };

interface CardField {
  state: FieldState;
  /** A ref for the element into which the provider puts its frame. */
  setPlace: (place: HTMLDivElement | null) => void;
  again: () => void;
}

const attaching: FieldState = { name: 'attaching' };

/** Attaches the provider's card field while the form is shown, and removes it with the form. */
export const useCardField = ({ applicationId, locationId, scriptUrl }: Provider): CardField => {
  const [state, setState] = useState<FieldState>(attaching);
  const [attempt, setAttempt] = useState(0);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    if (!place) return;
    let gone = false;
    const isGone = () => gone;
    const attach = async () => {
      const card = await makeCard({ applicationId, locationId, scriptUrl });
      if (isGone()) return null;
      await card.attach(place);
      if (!isGone()) setState({ name: 'ready', card });
      return card;
    };
    const attached = attach().catch((error: unknown) => {
      if (isGone()) return null;
      // The payer reads a message below; the reason is logged here.
      console.log(error);
      setState({ name: 'broken' });
      toast({ ...words.payments.card.broken, tone: 'destructive' });
      return null;
    });
    return () => {
      gone = true;
      attached.then((card) => card?.destroy()).catch((error: unknown) => console.error(error));
    };
  }, [applicationId, locationId, scriptUrl, place, attempt]);
  const again = () => {
    setState(attaching);
    setAttempt(attempt + 1);
  };
  return { state, setPlace, again };
};
