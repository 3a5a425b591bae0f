import { ChevronDown } from 'lucide-react';
import { deviceOf } from '../../app/device.ts';
import { withIcons } from '../../features/site/guide-icons.ts';
import '../../features/site/guides.css';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { Steps } from '../../ui/layout/steps.tsx';
import { VisuallyHidden } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';

const texts = words.guide;

/** How to make a bookmark on the home screen, and why that is enough. */
export default function InstallationGuidePage() {
  const device = deviceOf(navigator);
  return (
    <main id="main">
      <div className="page">
        <div className="ig">
          <div>
            <h1>{texts.title}</h1>
            <p className="mut mt-2 mb-3.5">{texts.seems[device]}</p>
            <Steps steps={withIcons(device, texts.steps[device])} />
            <Button size="lg" full className="mt-4" onClick={() => location.reload()}>
              {texts.done}
            </Button>
            <div className="mt-1.5">
              <TextLink href="/">{texts.home}</TextLink>
            </div>
            <h2 className="mt-6.5 mb-1.5">{texts.questions.title}</h2>
            <div className="qa">
              {texts.questions.items.map(({ question, answer }, index) => (
                <details key={question} open={index === 0}>
                  <summary>
                    {question}
                    <ChevronDown aria-hidden="true" />
                  </summary>
                  <p className="mut">{answer}</p>
                </details>
              ))}
            </div>
          </div>
          <Comparison />
        </div>
      </div>
    </main>
  );
}

function Comparison() {
  const { title, question, bookmark, store, rows } = texts.comparison;
  return (
    <section aria-labelledby="comparison" className="overflow-x-auto">
      <h2 id="comparison" className="h3 mb-2">
        {title}
      </h2>
      <table className="cmp">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{question}</VisuallyHidden>
            </th>
            <th scope="col">{bookmark}</th>
            <th scope="col">{store}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.question}>
              <th scope="row">{row.question}</th>
              <td className="b">{row.bookmark}</td>
              <td>{row.store}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
