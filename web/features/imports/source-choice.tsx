import { useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Images } from 'lucide-react';
import { useState } from 'react';
import type { ImportSource } from '../../../contract/imports.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { words } from '../../words/words.ts';
import type { Choice } from './choose-files.ts';
import { FileChoice } from './file-choice.tsx';
import { readChoice } from './import-state.ts';

const texts = words.imports;
const sources: readonly ImportSource[] = ['google', 'folder', 'instagram', 'facebook', 'circle'];

/** Where the photos are now, how to get them, and the files. */
export function SourceChoice({ error }: { error: string | null }) {
  const [source, setSource] = useState<ImportSource>('google');
  const { name, steps } = texts.sources[source];
  const isFolder = source === 'folder';
  const client = useQueryClient();
  const choose = (choice: Choice) => void readChoice(client, choice);
  return (
    <div className="stack g20">
      <section className="stack g12" aria-labelledby="from">
        <h2 id="from">{texts.from}</h2>
        <Choices
          label={texts.from}
          look="chips"
          className="im-sources"
          choices={sources.map((value) => ({ value, label: texts.sources[value].name }))}
          value={source}
          onChange={setSource}
        />
      </section>
      <section className="card pad stack g16" aria-label={name}>
        <ol className="im-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {error === null ? null : (
          <Alert tone="bad" role="alert">
            {error}
          </Alert>
        )}
        <div className="row wrap g8">
          {isFolder ? (
            <FileChoice what="folder" icon={FolderOpen} label={texts.chooseFolder} onChoice={choose} />
          ) : null}
          <FileChoice
            what="files"
            icon={Images}
            label={isFolder ? texts.choosePhotos : texts.chooseFiles}
            quiet={isFolder}
            onChoice={choose}
          />
        </div>
      </section>
    </div>
  );
}
