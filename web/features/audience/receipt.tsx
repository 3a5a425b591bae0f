import { useQuery } from '@tanstack/react-query';
import { receipt, type Receipt } from '../../../contract/audience/take-back.ts';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { fullDate, short } from '../../words/dates.ts';
import { words } from '../../words/words.ts';

const texts = words.takingBack;

/** Devices let go of a moment within seconds, so the receipt is refetched at this interval. */
const refetchMs = 5_000;

const sightOf = ({ takenFrom, takenBackAt, people, hasUncounted }: Receipt): string[] => {
  const since = short(takenBackAt);
  const sight = {
    everyone: texts.showsNobody({ since }),
    // Members may still see it through a circle that the author has left.
    circles: texts.showsFewerCircles({ since, count: people }),
    people: texts.showsFewer({ since, count: people }),
  };
  return [sight[takenFrom], ...(hasUncounted ? [texts.uncounted] : [])];
};

const devicesOf = ({ devices }: Receipt): string[] => {
  if (!devices) return [];
  const { mayHave, letGo, notOnline } = devices;
  const notYet = mayHave - letGo - notOnline;
  return [
    texts.mayHave({ count: mayHave }),
    ...(letGo > 0 ? [texts.letGo({ count: letGo })] : []),
    ...(notOnline > 0 ? [texts.notOnline({ count: notOnline })] : []),
    ...(notYet > 0 ? [texts.notYet({ count: notYet })] : []),
  ];
};

const lettersOf = ({ letters: { mailboxMembers, others, isComplete } }: Receipt): string[] => [
  ...(mailboxMembers.length > 0
    ? [texts.letterOf({ people: mailboxMembers, count: mailboxMembers.length })]
    : []),
  ...(others !== null && others > 0 ? [texts.letterOthers({ count: others })] : []),
  ...(mailboxMembers.length === 0 && others === 0 ? [texts.noLetter] : []),
  ...(isComplete ? [] : [texts.lettersUnknown]),
];

const backupsOf = ({
  isHeldByBackups,
  backupsUntil,
}: Pick<Receipt, 'isHeldByBackups' | 'backupsUntil'>): string => {
  if (!isHeldByBackups) return texts.noBackup;
  return backupsUntil === null ? texts.backupsStay : texts.backups({ until: fullDate(backupsUntil) });
};

const copiesOf = ({ browsersKeepUntil, ...backups }: Receipt): string[] => [
  backupsOf(backups),
  ...(browsersKeepUntil === null ? [] : [texts.browsers({ until: fullDate(browsersKeepUntil) })]),
  texts.saved,
];

/** Shows in sentences what taking a moment back did, as it is now. */
export function ReceiptText({ id, first }: { id: string; first?: Receipt | undefined }) {
  const { data, error } = useQuery({
    ...queryFor(receipt, { id }),
    ...(first && { initialData: first }),
    staleTime: 0,
    refetchInterval: refetchMs,
  });
  if (!data)
    return error ? (
      <p role="alert">{errorText(error, words.controls.notLoaded)}</p>
    ) : (
      <Loading words={words.controls.oneMoment} />
    );
  const uncounted = data.isFinal ? texts.tooFew : texts.countedLater;
  const isUncounted = data.devices === null && data.people > 0;
  return (
    <div className="stack g16">
      <Sentences of={sightOf(data)} />
      <Sentences title={texts.devices} of={isUncounted ? [uncounted] : devicesOf(data)} isLive />
      <Sentences title={texts.letters} of={lettersOf(data)} />
      <Sentences title={texts.copies} of={copiesOf(data)} />
    </div>
  );
}

function Sentences({
  title,
  of,
  isLive = false,
}: {
  title?: string;
  of: readonly string[];
  isLive?: boolean;
}) {
  if (of.length === 0) return null;
  return (
    <section>
      {title === undefined ? null : <h3 className="lab">{title}</h3>}
      <div className="stack g8" aria-live={isLive ? 'polite' : undefined}>
        {of.map((sentence) => (
          <p key={sentence} className={title === undefined ? 'b' : undefined}>
            {sentence}
          </p>
        ))}
      </div>
    </section>
  );
}
