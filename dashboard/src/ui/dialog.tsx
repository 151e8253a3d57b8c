import { Dialog } from '@base-ui/react/dialog';
import { Menu } from '@base-ui/react/menu';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useRef, useState } from 'react';
import { useChange } from '../lib/client.ts';
import { isMine } from '../lib/session.ts';
import { general, ui as t } from '../texts/first.ts';
import { Message, MutationForm, type MutationProps, Unsent } from './form.tsx';
import { Check, Copy, Ellipsis, X } from './icons.ts';
import { say } from './toast.tsx';

interface ButtonProps {
  text: ReactNode;
  act: () => unknown;
  className?: string | undefined;
  disabled?: boolean;
  /** What it is called, where its text does not say. */
  label?: string;
}

export function Button({ text, act, className, disabled, label }: ButtonProps) {
  const [mistake, setMistake] = useState<string>();
  const press = () => tried(act).then(setMistake);
  return (
    <>
      <button type="button" className={className} disabled={disabled} aria-label={label} onClick={press}>
        {text}
      </button>
      <Message text={mistake} />
    </>
  );
}

/** Why it did not work, if it did not. A browser's own errors are not in the reader's language. */
export async function tried(act: () => unknown): Promise<string | undefined> {
  try {
    await act();
  } catch (error) {
    return (error as Error).name === 'Error' ? (error as Error).message : t.thisDidNotWork;
  }
}

type PopupProps = { title: string; open: boolean; onClose: () => void; className?: string; children: ReactNode };

export function Popup({ title, open, onClose, className = '', children }: PopupProps) {
  const unsent = useRef(false);
  if (!open) unsent.current = false;
  const mayLeave = () => !unsent.current || confirm(t.closeThis);
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && mayLeave() && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={`dialog ${className}`}>
          <Dialog.Title>{title}</Dialog.Title>
          <Unsent value={unsent}>{children}</Unsent>
          <Dialog.Close className="close" aria-label={general.close}>
            <X aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Content that may close the dialog that it is in. */
type Content = (close: () => void) => ReactNode;

interface OpensProps {
  text: string;
  /** In the place of the text, which names it then. */
  icon?: ReactNode;
  title?: string | undefined;
  className?: string | undefined;
  /** What is done there: who may not has no such button. */
  // biome-ignore lint/suspicious/noExplicitAny: of any answer and variables
  of?: TypedDocumentNode<any, any>;
  children: Content;
}

/** A button that opens a dialog. */
export function Opens({ text, icon, title = text, className, of, children }: OpensProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (of && !isMine(of)) return null;
  return (
    <>
      <Button text={icon ?? text} {...(icon ? { label: text } : {})} className={className} act={() => setOpen(true)} />
      <Popup title={title} open={isOpen} onClose={close}>
        {children(close)}
      </Popup>
    </>
  );
}

interface FormButtonProps<Data> extends Omit<OpensProps, 'children' | 'of'>, Omit<MutationProps<Data>, 'button'> {
  button?: string;
  /** A secret that came of it, shown to be copied. */
  secretOf?: (answer: Data) => string | null;
  /** What is to be known of that secret. */
  secretNote?: string;
}

/** A button that opens a form, which closes when it has done its work. */
export const FormButton = <Data,>({ text, title, className, ...form }: FormButtonProps<Data>) => (
  <Opens text={text} title={title} className={className} of={form.document}>
    {(close) => <DialogForm {...form} close={close} />}
  </Opens>
);

type DialogFormProps<Data> = Omit<FormButtonProps<Data>, 'text'> & { close: () => void };

function DialogForm<Data>(props: DialogFormProps<Data>) {
  const { button = general.create, secretOf, secretNote, onDone, close, ...form } = props;
  const [secret, setSecret] = useState<string | null>(null);
  function done(answer: Data, element: HTMLFormElement) {
    const made = secretOf?.(answer) ?? null;
    setSecret(made);
    if (!made) close();
    onDone?.(answer, element);
  }
  if (!secret) return <MutationForm {...form} button={button} onDone={done} />;
  return (
    <>
      <p>
        {t.copyTheSecret} {secretNote}
      </p>
      <Copied text={secret} />
    </>
  );
}

/** A text to be taken somewhere else. */
export function Copied({ text }: { text: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
  };
  return (
    <div className="copy">
      <pre>{text}</pre>
      {/* Browsers have none on pages without TLS. */}
      {'clipboard' in navigator && (
        <Button
          text={isDone ? <Check aria-hidden /> : <Copy aria-hidden />}
          label={isDone ? t.copied : t.copy}
          act={copy}
        />
      )}
    </div>
  );
}

/** Copies the address, which holds all that is shown: a view to be kept or sent to somebody. */
export const CopyLink = () =>
  'clipboard' in navigator && (
    <Button
      text={t.copyLink}
      act={async () => {
        await navigator.clipboard.writeText(location.href);
        say(t.linkCopied);
      }}
    />
  );

interface ConfirmProps {
  // biome-ignore lint/suspicious/noExplicitAny: of any answer and variables
  document: TypedDocumentNode<any, any>;
  variables?: object;
  /** What follows from it. */
  text: string;
  button?: string;
  onDone?: (answer: unknown) => void;
}

/** Asks before what cannot be undone, and does it. */
export const confirms =
  (props: ConfirmProps): Content =>
  (close) => <Confirm {...props} close={close} />;

function Confirm({
  document,
  variables = {},
  text,
  button = t.deleteIt,
  onDone,
  close,
}: ConfirmProps & { close: () => void }) {
  const { change, busy, message } = useChange(document);
  async function act() {
    const answer = await change(variables);
    if (!answer) return;
    say(general.done);
    close();
    onDone?.(answer);
  }
  return (
    <>
      <p>{text}</p>
      <Message text={message} />
      <div className="buttons">
        <Button text={button} className="danger" disabled={busy} act={act} />
      </div>
    </>
  );
}

/** What a menu offers: to do something, or a dialog. */
export interface Choice {
  text: string;
  act?: () => unknown;
  title?: string;
  opens?: Content;
  isDanger?: boolean;
}

export function Choices({ label, choices, trigger }: { label: string; choices: Choice[]; trigger?: ReactNode }) {
  const [chosen, setChosen] = useState<Choice>();
  const close = () => setChosen(undefined);
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={trigger ? 'trigger' : 'trigger dots'} aria-label={trigger ? undefined : label}>
          {trigger ?? <Ellipsis aria-hidden />}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="end" className="positioner">
            <Menu.Popup className="menu">
              {choices.map((choice) => (
                <Menu.Item
                  key={choice.text}
                  onClick={() => (choice.opens ? setChosen(choice) : void choice.act?.())}
                  className={choice.isDanger ? 'item danger' : 'item'}
                >
                  {choice.text}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Popup title={chosen?.title ?? ''} open={chosen !== undefined} onClose={close}>
        {chosen?.opens?.(close)}
      </Popup>
    </>
  );
}
