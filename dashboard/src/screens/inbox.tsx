import { useEffect, useRef } from 'react';
import * as gql from '../gql/graphql.ts';
import type { Found } from '../lib/client.ts';
import { Link, moment, nameOf, read, useChange, useData, useHidden, useLive, useSearch, words } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { inbox as t } from '../texts/more.ts';
import { Button, List, Message, MutationForm, Select, YES_NO } from '../ui/controls.ts';
import { Pages, usePage } from '../ui/list.tsx';
import { useKnown } from '../ui/names.ts';
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
    <Page title={general.inbox}>
      <List
        document={gql.ConversationsDocument}
        noun="conversation"
        live={live}
        filters={[
          { name: 'status', label: general.status, of: STATUSES, read: (status) => [status] },
          { name: 'isUnread', label: t.unread, of: YES_NO, read: (text) => text === 'true' },
          { name: 'assigneeId', label: t.assignedTo, of: assignees, named: 'members' },
        ]}
        columns={[
          {
            header: t.conversation,
            cell: ({ id, number, contact, unreadCount }) => (
              <>
                <Link to={`/inbox/${id}`} className="title" text={nameOf(contact ?? { number })} />{' '}
                {unreadCount > 0 && <Badge value={t.unreadNamed(unreadCount)} tone="good" />}
              </>
            ),
          },
          {
            header: t.lastText,
            cell: ({ lastText, lastDirection }) => (lastDirection === 'outbound' ? t.youNamed(lastText) : lastText),
          },
          { header: t.writtenTo, cell: ({ sender }) => sender },
          { header: t.assignedTo, cell: ({ assignee }) => assignee?.name },
          { header: general.status, cell: ({ status }) => <Badge value={status} /> },
          { header: general.when, cell: ({ lastActivityAt }) => <When at={lastActivityAt} /> },
        ]}
      >
        <p>{t.repliesTo}</p>
      </List>
    </Page>
  );
}

export function ConversationPage({ id }: { id: string }) {
  const asked = useData(gql.ConversationDocument, { id, ...usePage(50) });
  const change = JSON.stringify(useLive(gql.ConversationLiveDocument, { id }).data);
  const latest = useRef(asked.again);
  latest.current = asked.again;
  useEffect(() => {
    if (change) latest.current();
  }, [change]);
  return <Answer of={asked}>{({ conversation }) => <Conversation shown={conversation} />}</Answer>;
}

type Shown = Found<gql.ConversationQuery>['conversation'];

/** What is on the screen is read once somebody can see it. */
export function useMarkRead(conversationId: string, unreadCount: number): void {
  const { change } = useChange(gql.MarkReadDocument);
  const mark = useRef(change);
  mark.current = change;
  const unread = useHidden() ? 0 : unreadCount;
  useEffect(() => {
    if (unread > 0) void mark.current({ input: { conversationId } });
  }, [unread, conversationId]);
}

function Conversation({ shown }: { shown: Shown }) {
  const { messages } = shown;
  const of = read(gql.ThreadFragmentDoc, shown);
  const { id: conversationId, number, sender, status, unreadCount, contact, assignee, route } = of;
  const assignees = useAssignees();
  const assign = useChange(gql.AssignConversationDocument);
  const close = useChange(gql.CloseConversationDocument);
  const reopen = useChange(gql.ReopenConversationDocument);
  useMarkRead(conversationId, unreadCount);
  const isOpen = status === 'open';
  const turn = isOpen ? close : reopen;
  return (
    <Page
      back={['/inbox', general.inbox]}
      title={nameOf(contact ?? { number })}
      state={<Badge value={status} />}
      actions={
        <Button
          text={isOpen ? general.close : t.reopen}
          disabled={turn.busy}
          act={() => turn.change({ id: conversationId })}
        />
      }
    >
      <Message text={turn.message ?? assign.message} />
      <div className="columns first">
        <Card title={general.messages}>
          {messages.totalCount > messages.nodes.length && (
            <Pages info={messages.pageInfo} total={messages.totalCount} noun="message" names={[t.newer, t.older]} />
          )}
          <Thread of={messages.nodes} />
          <Composer of={of} />
        </Card>
        <Card title={general.details}>
          <Select
            label={t.assignedTo}
            value={assignee?.id ?? ''}
            of={assignees}
            named="members"
            none={general.nobody}
            onChange={(assigneeId) =>
              void assign.change({ id: conversationId, input: { assigneeId: assigneeId || null } })
            }
          />
          <Facts
            of={[
              [general.number, number],
              [general.contact, contact && <Link to={`/contacts/${contact.id}`} text={nameOf(contact)} />],
              [t.writtenTo, sender],
              [general.route, route && (route.isSimulated ? t.simulated(route.name) : route.name)],
            ]}
          />
          {contact && <ContactTags id={contact.id} of={contact.tags.nodes} />}
        </Card>
      </div>
    </Page>
  );
}

/** Newest first, shown with the newest below. */
function Thread({ of }: { of: Shown['messages']['nodes'] }) {
  const list = useRef<HTMLOListElement>(null);
  const newest = of[0]?.id;
  const ids = of.flatMap(({ smsCampaignId }) => smsCampaignId ?? []);
  const campaigns = new Map(useKnown([], [...new Set(ids)], 'smsCampaigns')[0]);
  useEffect(() => {
    if (newest) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
    <ol className="chat" ref={list} tabIndex={0} aria-label={general.messages} aria-live="polite">
      {of.toReversed().map(({ id, direction, text, at, status, reason, smsCampaignId }) => (
        <li key={id} className={direction === 'outbound' ? 'user' : ''}>
          {text}
          <small>
            {moment(at)} {status && <Badge value={status} title={reason} />}{' '}
            {smsCampaignId && <Link to={`/campaigns/${smsCampaignId}`} text={campaigns.get(smsCampaignId)} />}
          </small>
        </li>
      ))}
    </ol>
  );
}

const DAY_MS = 86_400_000;

function Composer({ of: { id, isSuppressed, lastReplyAt } }: { of: gql.ThreadFragment }) {
  const [, change] = useSearch();
  if (isSuppressed) return <p className="muted">{t.thisPersonAsked}</p>;
  const isLate = !lastReplyAt || Date.parse(lastReplyAt) < Date.now() - DAY_MS;
  return (
    <MutationForm
      document={gql.SendReplyDocument}
      fixed={{ conversationId: id }}
      fields={[{ name: 'text', label: general.answer, rows: 3, hint: isLate ? t.theyLastWroteMore : undefined }]}
      button={general.send}
      onDone={(_answer, form) => {
        form.reset();
        change({ after: null, before: null }, true);
      }}
    />
  );
}
