import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { plural, useChange } from '../lib/index.ts';
import { Button, type FieldList, FormButton, Message, Opens } from '../ui/controls.ts';
import { say } from '../ui/toast.tsx';

const TAGS: FieldList = [{ name: 'tags', label: 'Tags', kind: 'list', hint: 'Separated by commas' }];

/** What is done to all contacts that are chosen. */
export function Bulk({ ids, clear }: { ids: string[]; clear: () => void }) {
  const fixed = { contactIds: ids };
  return (
    <section className="bulk" aria-label="For those chosen">
      <strong>{plural(ids.length, 'contact')} chosen</strong>
      <FormButton
        text="Add tags"
        document={gql.AddTagsDocument}
        fixed={fixed}
        fields={TAGS}
        button="Add"
        onDone={clear}
      />
      <FormButton
        text="Remove tags"
        document={gql.RemoveTagsDocument}
        fixed={fixed}
        fields={TAGS}
        button="Remove"
        onDone={clear}
      />
      <Opens
        text="Do not contact"
        title={`Never contact ${plural(ids.length, 'contact')} again?`}
        of={gql.SuppressContactDocument}
      >
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
      <Button text="Clear" className="quiet" act={clear} />
    </section>
  );
}

function Suppress({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { change, busy, message } = useChange(gql.SuppressContactDocument);
  const [done, setDone] = useState(0);
  async function act() {
    for (const [at, id] of ids.entries()) {
      if (!(await change({ id, input: { reason: 'Set by hand in the dashboard.' } }))) return;
      setDone(at + 1);
    }
    say('Done');
    onDone();
  }
  return (
    <>
      <p>No campaign reaches them until somebody takes them off the do-not-contact list.</p>
      {busy && <p role="status">{plural(done, 'contact')} so far …</p>}
      <Message text={message} />
      <div className="buttons">
        <Button text="Do not contact" className="danger" disabled={busy} act={act} />
      </div>
    </>
  );
}
