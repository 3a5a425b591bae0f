// Loads with the first press on Voice.
import { Mic, Pause, Square } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { shortTime } from '../../../../contract/text/short-time.ts';
import { itemsIn } from '../../../outbox/outbox.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Confirm } from '../../../ui/overlay/confirm.ts';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/overlay/dialog.tsx';
import { words } from '../../../words/words.ts';
import { waveOf } from './levels.ts';
import {
  NoRecording,
  record,
  type Recorded,
  type Recorder,
  type RecordingProblem,
  whyNoRecording,
} from './record.ts';
import RecordedVoice from './recorded-voice.tsx';
import { Wave } from './wave.tsx';
import { chooseVoice, keepRecording, removeVoice, type VoiceDraft } from './draft-voice.ts';
import { voiceAmong } from './voice-request.ts';
import './voice.css';
import './recorder.css';

const texts = words.voiceRecorder;
const most = limits.voiceSeconds;
/** Seconds after which the time is read out again. */
const saidEvery = 30;

const ring =
  'M6.8 34.1c4.8-8.6 6.5-13.4 15.5-19.7c29.2-20.5 75.5-.7 73.1 36.5c-2.7 41.2-62.2 58.4-83.1 20.4c-8.1-14.7-7.2-34.3 4.3-47c1.8-2 4-4 5.9-5.9';

interface RecorderDialogProps {
  of: 'moment' | 'comment';
  draft: VoiceDraft;
  onClose: () => void;
}

/** Records a voice for what is being written, or takes a file. Nothing records before Record is pressed. */
export default function RecorderDialog({ of, draft, onClose }: RecorderDialogProps) {
  const [state, setState] = useState<'idle' | 'reading' | 'asking' | 'running' | 'paused' | 'ended'>('idle');
  const [seconds, setSeconds] = useState(0);
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [problem, setProblem] = useState<RecordingProblem | null>(whyNoRecording);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isFull, setFull] = useState(false);
  const [asked, setAsked] = useState<'discard' | 'again' | null>(null);
  const recorder = useRef<Recorder | null>(null);
  const asking = useRef<AbortController | null>(null);
  const isDropped = useRef(false);

  /** Begins to wait for the microphone or a file. What was waited for before is no longer wanted. */
  const ask = (): AbortSignal => {
    asking.current?.abort();
    asking.current = new AbortController();
    return asking.current.signal;
  };
  /** Ends the recording and keeps it. A microphone or a file that comes later is no longer wanted. */
  const finish = async (): Promise<void> => {
    asking.current?.abort();
    const { current } = recorder;
    recorder.current = null;
    if (!current) return;
    const recorded = await current.stop();
    if (!isDropped.current && recorded.file.size > 0) await keepRecording(draft, recorded);
  };
  const close = () => void finish().then(onClose);
  /** Ends the recording, and stays to let it be heard. */
  const end = async (why: RecordingProblem | 'full' | null) => {
    if (!recorder.current) return;
    await finish();
    const isKept = voiceAmong(itemsIn(draft.place)) !== undefined;
    setFull(why === 'full');
    // A microphone that went before it heard anything has left nothing to keep.
    if (why === 'lost' && !isKept) setProblem('missing');
    else setProblem(why === 'full' ? null : why);
    setState(isKept ? 'ended' : 'idle');
  };
  const drop = async () => {
    isDropped.current = true;
    await finish();
    const kept = voiceAmong(itemsIn(draft.place));
    if (kept) removeVoice(draft, kept);
  };
  const begin = async () => {
    const signal = ask();
    isDropped.current = false;
    setProblem(null);
    setRefusal(null);
    setSeconds(0);
    setLevels([]);
    setState('asking');
    try {
      const watching = {
        onTime: (now: number, heard: readonly number[]) => {
          setSeconds(now);
          setLevels([...heard]);
        },
        // A part of it survives a reload.
        onPart: (recorded: Recorded) => {
          if (!isDropped.current) void keepRecording(draft, recorded);
        },
        onPaused: (why: RecordingProblem) => {
          setState('paused');
          setProblem(why);
        },
        onEnd: (why: RecordingProblem | null) => void end(why ?? 'full'),
      };
      recorder.current = await record(watching, signal);
      setState('running');
    } catch (error) {
      if (signal.aborted) return;
      setState('idle');
      setProblem(error instanceof NoRecording ? error.problem : 'busy');
    }
  };
  // Leaving the page loses nothing.
  const leave = useEffectEvent(() => void finish());
  useEffect(() => () => leave(), []);

  const pause = () => {
    recorder.current?.pause();
    setState('paused');
  };
  const resume = () => {
    setProblem(null);
    recorder.current?.resume();
    setState('running');
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const signal = ask();
    setRefusal(null);
    setState('reading');
    const refused = await chooseVoice(draft, file, signal);
    if (signal.aborted) return;
    setState('idle');
    setRefusal(refused);
    if (refused === null) onClose();
  };
  const isRecording = state === 'running' || state === 'paused';
  const made = state === 'ended' ? voiceAmong(itemsIn(draft.place)) : undefined;
  const says = {
    idle: texts.ready,
    reading: words.controls.oneMoment,
    asking: texts.ready,
    running: texts.running,
    paused: texts.paused,
    ended: isFull ? texts.full : texts.ended({ of }),
  }[state];
  const said = Math.floor(seconds / saidEvery) * saidEvery;
  return (
    <Dialog open onClose={close} title={texts.title} description={texts.about({ of })}>
      <DialogBody>
        <div className="vring">
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <path className="bg" d={ring} />
            <path
              className="fg"
              d={ring}
              pathLength={100}
              strokeDasharray={`${(100 * Math.min(seconds, most)) / most} 200`}
            />
          </svg>
          <div role="timer" aria-label={texts.timer({ seconds: Math.floor(seconds) })}>
            <b className="num">{shortTime(Math.floor(seconds))}</b>
            <span className="num">{texts.of({ length: shortTime(most) })}</span>
          </div>
        </div>
        {made ? (
          <RecordedVoice voice={made} />
        ) : (
          <span className="wave">
            <Wave wave={levels.length > 0 ? waveOf(levels) : null} />
          </span>
        )}
        <p className="small mut vsays" role="status">
          {says}
        </p>
        <p className="vh" role="status">
          {state === 'running' && said > 0 ? texts.timer({ seconds: said }) : null}
        </p>
        {problem || refusal ? (
          <Alert tone="warn" role="alert">
            {refusal ?? (problem && texts[problem])}
          </Alert>
        ) : null}
      </DialogBody>
      {isRecording ? (
        <DialogFooter>
          <Button kind="ghost" onClick={() => setAsked('discard')}>
            {texts.discard}
          </Button>
          {state === 'running' ? (
            <Button kind="quiet" icon={Pause} onClick={pause}>
              {texts.pause}
            </Button>
          ) : (
            <Button kind="quiet" icon={Mic} onClick={resume}>
              {texts.resume}
            </Button>
          )}
          <Button icon={Square} className="vstop" onClick={() => void end(null)}>
            {texts.stop}
          </Button>
        </DialogFooter>
      ) : made ? (
        <DialogFooter>
          <Button kind="ghost" onClick={() => setAsked('discard')}>
            {texts.discard}
          </Button>
          <Button kind="quiet" onClick={() => setAsked('again')}>
            {texts.again}
          </Button>
          <Button onClick={onClose}>{texts.add({ of })}</Button>
        </DialogFooter>
      ) : (
        <DialogFooter>
          <label className="btn quiet">
            <input
              className="vh"
              type="file"
              accept="audio/*,.m4a,.aac,.ogg,.opus,.webm"
              onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
            />
            {texts.file}
          </label>
          {problem === 'insecure' || problem === 'unable' ? null : (
            <Button icon={Mic} busy={state === 'asking'} onClick={() => void begin()}>
              {texts.record}
            </Button>
          )}
        </DialogFooter>
      )}
      {asked ? (
        <Confirm
          open
          onClose={() => setAsked(null)}
          title={texts.ask}
          text={texts.askText}
          action={asked === 'again' ? texts.again : texts.discard}
          onConfirm={() => {
            setAsked(null);
            void drop().then(asked === 'again' ? begin : onClose);
          }}
        />
      ) : null}
    </Dialog>
  );
}
