import { useEffect, useRef } from 'react';
import * as gql from '../gql/graphql.ts';
import { Link, moment, nameOf, read, useChange, useData, useLive, words } from '../lib/index.ts';
import { Button, List, Message, MutationForm, Select, YES_NO } from '../ui/controls.ts';
import { Answer, Badge, Card, Facts, Page, When } from '../ui/parts.tsx';
import { ContactTags } from './contact-tags.tsx';

const STATUSES = Object.values(gql.ConversationStatus).map((status) => [status, words(status)] as const);

function useAssignees() {
  const members = useData(gql.AssigneesDocument, {}).data?.team.members.nodes ?? [];
  return members.flatMap(({ person }) => person ?? []);
}

export function Inbox() {
  const assignees = useAssignees();
  const live = useLive(gql.ReplyLiveDocument, {}).data?.replyReceived.id;
  return (
    <Page title="Inbox">
      <List
        document={gql.ConversationsDocument}
        noun="conversation"
        live={live}
        filters={[
          { name: 'status', label: 'Status', of: STATUSES, read: (status) => [status] },
          { name: 'isUnread', label: 'Unread', of: YES_NO, read: (text) => text === 'true' },
          { name: 'assigneeId', label: 'Assigned to', of: assignees },
        ]}
        columns={[
          {
            header: 'Conversation',
            cell: ({ id, number, contact, unreadCount }) => (
              <>
                <Link to={`/inbox/${id}`} className="title" text={nameOf(contact ?? { number })} />{' '}
                {unreadCount > 0 && <Badge value={`${unreadCount} unread`} tone="good" />}
              </>
            ),
          },
          {
            header: 'Last text',
            cell: ({ lastText, lastDirection }) => (lastDirection === 'outbound' ? `You: ${lastText}` : lastText),
          },
          { header: 'Written to', cell: ({ sender }) => sender },
          { header: 'Assigned to', cell: ({ assignee }) => assignee?.name },
          { header: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { header: 'When', cell: ({ lastActivityAt }) => <When at={lastActivityAt} /> },
        ]}
      >
        <p>Replies to your messages appear here.</p>
      </List>
    </Page>
  );
}

export function ConversationPage({ id }: { id: string }) {
  const asked = useData(gql.ConversationDocument, { id });
  const change = JSON.stringify(useLive(gql.ConversationLiveDocument, { id }).data);
  const latest = useRef(asked.again);
  latest.current = asked.again;
  useEffect(() => {
    if (change) latest.current();
  }, [change]);
  return (
    <Answer of={asked}>{({ conversation }) => <Conversation of={read(gql.ThreadFragmentDoc, conversation)} />}</Answer>
  );
}

function Conversation({ of }: { of: gql.ThreadFragment }) {
  const { id: conversationId, number, sender, status, unreadCount, contact, assignee, route } = of;
  const assignees = useAssignees();
  const assign = useChange(gql.AssignConversationDocument);
  const close = useChange(gql.CloseConversationDocument);
  const reopen = useChange(gql.ReopenConversationDocument);
  const { change: markRead } = useChange(gql.MarkReadDocument);
  const mark = useRef(markRead);
  mark.current = markRead;
  useEffect(() => {
    if (unreadCount > 0) void mark.current({ input: { conversationId } });
  }, [unreadCount, conversationId]);
  const isOpen = status === 'open';
  const turn = isOpen ? close : reopen;
  return (
    <Page
      back={['/inbox', 'Inbox']}
      title={nameOf(contact ?? { number })}
      state={<Badge value={status} />}
      actions={
        <Button
          text={isOpen ? 'Close' : 'Reopen'}
          disabled={turn.busy}
          act={() => turn.change({ id: conversationId })}
        />
      }
    >
      <Message text={turn.message ?? assign.message} />
      <div className="columns first">
        <Card title="Messages">
          <Thread of={of.messages.nodes} />
          <Composer of={of} />
        </Card>
        <Card title="Details">
          <Select
            label="Assigned to"
            value={assignee?.id ?? ''}
            of={assignees}
            none="Nobody"
            onChange={(assigneeId) =>
              void assign.change({ id: conversationId, input: { assigneeId: assigneeId || null } })
            }
          />
          <Facts
            of={[
              ['Number', number],
              ['Contact', contact && <Link to={`/contacts/${contact.id}`} text={nameOf(contact)} />],
              ['Written to', sender],
              ['Route', route && `${route.name}${route.isSimulated ? ' (simulated: nobody reads the answers)' : ''}`],
            ]}
          />
          {contact && <ContactTags id={contact.id} of={contact.tags.nodes} />}
        </Card>
      </div>
    </Page>
  );
}

/** Newest first, shown with the newest below. */
function Thread({ of }: { of: gql.ThreadFragment['messages']['nodes'] }) {
  const list = useRef<HTMLOListElement>(null);
  const newest = of[0]?.id;
  useEffect(() => {
    if (newest) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
    <ol className="chat" ref={list} tabIndex={0} aria-label="Messages" aria-live="polite">
      {of.toReversed().map(({ id, direction, text, at, status, reason, smsCampaignId }) => (
        <li key={id} className={direction === 'outbound' ? 'user' : ''}>
          {text}
          <small>
            {moment(at)} {status && <Badge value={status} title={reason} />}{' '}
            {smsCampaignId && <Link to={`/campaigns/${smsCampaignId}`} text="Campaign" />}
          </small>
        </li>
      ))}
    </ol>
  );
}

const DAY_MS = 86_400_000;

function Composer({ of: { id, isSuppressed, lastReplyAt } }: { of: gql.ThreadFragment }) {
  if (isSuppressed)
    return <p className="muted">This person asked not to be contacted. You can answer again if they write START.</p>;
  const isLate = !lastReplyAt || Date.parse(lastReplyAt) < Date.now() - DAY_MS;
  return (
    <MutationForm
      document={gql.SendReplyDocument}
      fixed={{ conversationId: id }}
      fields={[
        {
          name: 'text',
          label: 'Answer',
          rows: 3,
          hint: isLate
            ? 'They last wrote more than a day ago: the answer goes out within your team’s hours.'
            : undefined,
        },
      ]}
      button="Send"
      onDone={(_answer, form) => form.reset()}
    />
  );
}
