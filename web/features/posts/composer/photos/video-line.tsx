// Loads with the first video of a draft.
import { type ReactNode, useState } from 'react';
import type { Item } from '../../../../outbox/item.ts';
import { changeItem, itemOf, keepFile } from '../../../../outbox/outbox.ts';
import { useSentElsewhere } from '../../../../outbox/other-tab.ts';
import { pause, sendNow } from '../../../../outbox/things.ts';
import { useFile, useLost, usePart } from '../../../../outbox/use-outbox.ts';
import { Progress } from '../../../../ui/feedback/alert.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import { lazyComponent } from '../../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../../words/words.ts';
import type { Effort, Part } from '../../../media/video/plan.ts';
import { isChoosing } from '../sharing.ts';
import { useStep } from '../video-progress.ts';

const texts = words.composeVideo;

/** Converts a video again, in another way. */
const changeVideo = ({ id }: Item, changed: { part?: Part; effort?: Effort }): void => {
  const item = itemOf(id);
  if (!item) return;
  // Stops the conversion that runs.
  changeItem(id, { state: 'paused' });
  changeItem(id, { state: 'waiting', problem: null, input: { ...Object(item.input), ...changed } });
};

/** The file of a video that this browser did not keep. */
const chooseVideoAgain = async (item: Item, file: File): Promise<void> => {
  await keepFile(item, file, { state: 'waiting', problem: null });
};

const PartDialog = lazyComponent(async () => ({
  default: (await import('../../../media/video/part-dialog.tsx')).PartDialog,
}));

interface VideoLineProps {
  photo: Item;
  /** The position in the moment, counted from 1. */
  at: number;
}

/** A line below a video: its progress or its problem, and the buttons to go on. */
export function VideoLine(props: VideoLineProps) {
  return (
    <>
      {/* In the page before its text changes, or screen readers skip it. */}
      <p className="vh" role="status">
        {props.photo.state === 'arrived' ? texts.isReady({ at: props.at }) : ''}
      </p>
      <StateLine {...props} />
    </>
  );
}

function StateLine({ photo, at }: VideoLineProps) {
  const step = useStep(photo.id);
  const progress = usePart([photo]);
  const isLost = useLost();
  const isElsewhere = useSentElsewhere();
  const { id, state, problem } = photo;
  const again = (
    <Button kind="quiet" size="sm" aria-label={texts.again({ at })} onClick={() => sendNow(id)}>
      {words.ui.tryAgain}
    </Button>
  );
  const cancel = (
    <Button kind="ghost" size="sm" aria-label={texts.stop({ at })} onClick={() => pause(id)}>
      {words.ui.cancel}
    </Button>
  );
  // Its print says so.
  if (state === 'arrived') return null;
  if (isChoosing(photo)) return <ChooseLine photo={photo} />;
  if (state === 'refused') {
    return (
      <Line text={problem?.text ?? words.ui.broken} tone="bad">
        {problem?.text === texts.lost ? <ChooseAgain photo={photo} at={at} /> : again}
      </Line>
    );
  }
  if (state === 'paused') return <Line text={texts.stopped}>{again}</Line>;
  // A file that is being stored is not uploaded yet.
  if (state === 'reading') return <Line text={texts.reading} />;
  if (step?.step === 'reading') return <Line text={texts.reading}>{cancel}</Line>;
  if (step?.step === 'preparing') {
    return (
      <div className="upload">
        <Bar
          label={texts.prepare({ at })}
          progress={step.progress}
          text={texts.preparing({ percent: Math.floor(step.progress * 100) })}
        />
        {cancel}
        {step.minutes === null ? null : (
          <div className="row wrap g8 w-full">
            <p className="cap">{texts.minutes({ minutes: step.minutes })}</p>
            {step.smaller ? (
              <p className="cap mut">{texts.isSmaller}</p>
            ) : (
              <Button kind="quiet" size="sm" onClick={() => changeVideo(photo, { effort: 'smaller' })}>
                {texts.smaller}
              </Button>
            )}
          </div>
        )}
      </div>
    );
  }
  if (isElsewhere && !step) return <Line text={texts.elsewhere} />;
  if (isLost) return <Line text={words.compose.photos.waits}>{again}</Line>;
  if (step?.step !== 'sending') return <Line text={texts.waiting}>{cancel}</Line>;
  return (
    <div className="upload">
      <Bar
        label={texts.upload({ at })}
        progress={progress}
        text={
          progress < 1 ? texts.uploading({ percent: Math.floor(progress * 100) }) : words.controls.finishing
        }
      />
      {cancel}
    </div>
  );
}

function ChooseAgain({ photo, at }: VideoLineProps) {
  return (
    <label className="btn sm quiet pick-more">
      <input
        className="vh"
        type="file"
        accept="video/*"
        aria-label={texts.chooseAgain({ at })}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void chooseVideoAgain(photo, file);
        }}
      />
      {texts.chooseAgainShort}
    </label>
  );
}

/** The progress in words; the ring around the print draws it. */
function Bar({ label, progress, text }: { label: string; progress: number; text: string }) {
  return (
    <div className="grow min-w-36">
      <div className="vh">
        <Progress label={label} value={progress * 100} />
      </div>
      <span className="cap mut" aria-hidden="true">
        {text}
      </span>
    </div>
  );
}

interface LineProps {
  text: string;
  tone?: 'plain' | 'bad';
  children?: ReactNode;
}

function Line({ text, tone = 'plain', children }: LineProps) {
  return (
    <div className={tone === 'bad' ? 'upload bad' : 'upload'}>
      <p className="cap" role={tone === 'bad' ? 'alert' : undefined}>
        {text}
      </p>
      {children}
    </div>
  );
}

/** The dialog opens immediately, and again by the button. */
function ChooseLine({ photo }: { photo: Item }) {
  const [open, setOpen] = useState(true);
  const file = useFile(photo);
  const seconds: unknown = Reflect.get(Object(photo.input), 'seconds');
  return (
    <Line text={texts.tooLong}>
      <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
        {texts.choosePart}
      </Button>
      {open && file && typeof seconds === 'number' ? (
        <PartDialog
          file={file}
          seconds={seconds}
          onClose={() => setOpen(false)}
          onChoose={(part) => changeVideo(photo, { part })}
        />
      ) : null}
    </Line>
  );
}
