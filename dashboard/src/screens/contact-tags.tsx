import * as gql from '../gql/graphql.ts';
import { spaced, useChange } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { contacts as t } from '../texts/more.ts';
import { Button, Message, MutationForm } from '../ui/controls.ts';
import { X } from '../ui/icons.ts';

/** As chips: taken off by a click, added by typing. */
export function ContactTags({ id, of }: { id: string; of: readonly { id: string; name: string }[] }) {
  const remove = useChange(gql.RemoveTagsDocument);
  return (
    <>
      <span className="actions">
        {of.map(({ id: tagId, name }) => (
          <span key={tagId} className="tag">
            {spaced(name)}
            <Button
              text={<X aria-hidden />}
              label={general.removeNamed(name)}
              disabled={remove.busy}
              act={() => remove.change({ input: { contactIds: [id], tags: [name] } })}
            />
          </span>
        ))}
        {of.length === 0 && <span className="muted">{t.noneYet}</span>}
      </span>
      <Message text={remove.message} />
      <MutationForm
        inline
        document={gql.AddTagsDocument}
        fixed={{ contactIds: [id] }}
        fields={[{ name: 'tags', label: t.addTags, kind: 'list', hint: general.separatedByCommas }]}
        button={general.add}
        onDone={(_answer, form) => form.reset()}
      />
    </>
  );
}
