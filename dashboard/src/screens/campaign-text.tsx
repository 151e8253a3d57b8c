import { type ReactNode, useState } from 'react';
import { plural } from '../lib/index.ts';
import { countParts, example, mergeFields } from '../lib/sms.ts';
import { campaignForm as t } from '../texts/more.ts';
import { Button } from '../ui/controls.ts';

/** Types into an element as a person would, so that undo and the form know of it. */
function insert(id: string, text: string): void {
  const box = document.getElementById(id) as HTMLTextAreaElement;
  box.focus();
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

export const MergeFields = ({ id, children }: { id: string; children: ReactNode }) => (
  <>
    {children}
    <fieldset className="actions" aria-label={t.insertAMergeField}>
      {mergeFields().map(([field, name]) => (
        <Button key={field} text={name} className="chip" act={() => insert(id, `{{ ${field} }}`)} />
      ))}
    </fieldset>
  </>
);

/** The messages as phones show them, for somebody made up, with what they take. */
export function Phone({ texts }: { texts: readonly (string | { text: string })[] | null | undefined }) {
  const [seed, setSeed] = useState(0);
  const said = (texts ?? []).map((one) => (typeof one === 'string' ? one : one.text)).filter(Boolean);
  return (
    <section className="phone" aria-label={t.preview}>
      <header>{t.adaSteinsPhone}</header>
      {said.length === 0 && <small>{t.whatYouWrite}</small>}
      {said.map((text, at) => {
        const shown = example(text, (choices) => (seed + at) % choices);
        return (
          <div key={text}>
            <p>{shown}</p>
            <Count text={shown} />
          </div>
        );
      })}
      {said.some((text) => text.includes('|')) && <Button text={t.anotherExample} act={() => setSeed(seed + 1)} />}
    </section>
  );
}

function Count({ text }: { text: string }) {
  const { parts, places, room, unusual } = countParts(text);
  return (
    <small>
      {t.characters(plural(parts, 'part'), places, room)}{' '}
      {unusual.length > 0 && t.notInAlphabet(unusual.slice(0, 6).join(' '))}
    </small>
  );
}
