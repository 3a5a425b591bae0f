// A part of `npm run check`: commit subjects have at most 72 characters and no semicolon (docs/style.md). History before
// this rule stays as it is.
import { execFileSync } from 'node:child_process';
import { root } from './bootstrap/run.mjs';

const before = 'fba51a2';
const maxLength = 72;

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });

const hasHistory = () => {
  try {
    git('cat-file', '-e', `${before}^{commit}`);
    return true;
  } catch {
    return false;
  }
};

if (hasHistory()) {
  const subjects = git('log', '--no-merges', '--format=%h %s', `${before}..HEAD`).split('\n').filter(Boolean);
  const bad = subjects.filter((line) => {
    const subject = line.slice(line.indexOf(' ') + 1);
    return [...subject].length > maxLength || subject.includes(';');
  });
  for (const line of bad) console.log(`${line}\n  at most ${maxLength} characters, one topic, no semicolon`);
  if (bad.length > 0) process.exitCode = 1;
} else {
  console.log(
    `The history before ${before} is not here (a shallow clone?), so commit subjects were not checked.`,
  );
}
