import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { plural, useChange } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { contacts as t } from '../texts/more.ts';
import { Button, type FieldList, FormButton, Message, Opens } from '../ui/controls.ts';
import { say } from '../ui/toast.tsx';

const TAGS: FieldList = [{ name: 'tags', label: general.tags, kind: 'list', hint: general.separatedByCommas }];

/** What is done to all contacts that are chosen. */
export function Bulk({ ids, clear }: { ids: string[]; clear: () => void }) {
  const fixed = { contactIds: ids };
  return (
    <section className="bulk" aria-label={t.forThoseChosen}>
      <strong>{t.chosen(plural(ids.length, 'contact'))}</strong>
      <FormButton
        text={t.addTags}
        document={gql.AddTagsDocument}
        fixed={fixed}
        fields={TAGS}
        button={general.add}
        onDone={clear}
      />
      <FormButton
        text={t.removeTags}
        document={gql.RemoveTagsDocument}
        fixed={fixed}
        fields={TAGS}
        button={general.remove}
        onDone={clear}
      />
      <Opens text={t.block} title={t.neverContact(plural(ids.length, 'contact'))} of={gql.SuppressContactDocument}>
        {(close) => (
          <Suppress
            ids={ids}
            onDone={() => {
              close();
              clear();
            }}
          />
        )}
      </Opens>
      <Button text={general.clear} className="quiet" act={clear} />
    </section>
  );
}

function Suppress({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { change, code, busy, message } = useChange(gql.SuppressContactDocument);
  const [done, setDone] = useState(0);
  async function act() {
    let gone = 0;
    for (const [at, id] of ids.entries()) {
      const isDone = await change({ id, input: { reason: t.setByHand } });
      if (!isDone && code() !== 'NOT_FOUND') return;
      if (!isDone) gone += 1;
      setDone(at + 1);
    }
    say(gone > 0 ? t.doneButGone(plural(gone, 'contact')) : general.done);
    onDone();
  }
  return (
    <>
      <p>{t.noCampaignReaches}</p>
      {busy && <p role="status">{t.soFar(plural(done, 'contact'))}</p>}
      <Message text={message} />
      <div className="buttons">
        <Button text={t.block} className="danger" disabled={busy} act={act} />
      </div>
    </>
  );
}
