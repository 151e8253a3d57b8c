import * as gql from '../gql/graphql.ts';
import { among, count, Link, spaced, useData } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { content as t } from '../texts/more.ts';
import { type FieldList, Records } from '../ui/controls.ts';
import { Badge, Deleting, Page, When } from '../ui/parts.tsx';

const DOMAINS: FieldList = [
  { name: 'name', label: general.name },
  { name: 'domains', label: t.domains, kind: 'list', rows: 3, hint: t.onePerLinePoint },
];

export const Domains = () => (
  <Page title={general.linkDomains} lead={t.domainsOfYourOwn}>
    <Records
      document={gql.DomainsDocument}
      noun="domain plan"
      nameOf={({ name }) => name}
      create={gql.CreateDomainPlanDocument}
      update={gql.UpdateDomainPlanDocument}
      remove={gql.DeleteDomainPlanDocument}
      removed={t.campaignsThatUse}
      fields={DOMAINS}
      filters={[
        { name: 'name', label: general.name },
        { name: 'domain', label: t.domain },
      ]}
      columns={[
        { header: t.plan, cell: ({ name }) => <strong>{name}</strong> },
        { header: t.domains, cell: ({ domains }) => domains.join(', ') },
        { header: general.campaigns, isNumber: true, cell: ({ smsCampaigns }) => count(smsCampaigns.totalCount) },
        { header: general.created, cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    >
      <p>{t.withoutAPlanLinks}</p>
    </Records>
  </Page>
);

export function Keywords() {
  const parts = useData(gql.KeywordPartsDocument, {}).data;
  const people = parts?.team.members.nodes.map(({ userId, person }) => [userId, person?.name ?? ''] as const) ?? [];
  const MATCHES = [
    ['exact', t.theReply],
    ['prefix', t.theReplyBegins],
  ] as const;
  const fields: FieldList = [
    [
      { name: 'word', label: t.word },
      { name: 'match', label: general.when, options: MATCHES },
    ],
    { name: 'answer', label: general.answer, rows: 2, hint: t.emptyNoneIsSent },
    [
      { name: 'tagId', label: t.tagTheContact, ...among('tags', parts), none: general.none },
      { name: 'smsCampaignId', label: general.onlyForCampaign, ...among('smsCampaigns', parts), none: general.any },
    ],
    { name: 'notifyUserIds', label: t.emailTo, multiple: true, options: people, named: 'members' },
    { name: 'sender', label: t.onlyForSender, hint: t.theNumberOrName },
  ];
  return (
    <Page title={general.keywords} lead={t.wordsInReplies}>
      <Records
        document={gql.KeywordsDocument}
        noun="keyword"
        nameOf={({ word }) => word}
        create={gql.CreateKeywordDocument}
        update={gql.UpdateKeywordDocument}
        remove={gql.DeleteKeywordDocument}
        inputOf={(keyword) => ({ ...keyword, tagId: keyword.tag?.id, smsCampaignId: keyword.smsCampaign?.id })}
        fields={fields}
        columns={[
          { header: t.word, cell: ({ word }) => <strong>{word}</strong> },
          { header: general.when, cell: ({ match }) => MATCHES.find(([value]) => value === match)?.[1] },
          { header: general.answer, cell: ({ answer }) => answer },
          { header: general.tag, cell: ({ tag }) => tag && <Badge value={tag.name} /> },
          { header: general.campaign, cell: ({ smsCampaign }) => smsCampaign?.name ?? general.any },
        ]}
      >
        <p>{t.suchAsInfoAnswered}</p>
      </Records>
    </Page>
  );
}

export const TagsPage = () => (
  <Page title={general.tags} lead={t.labelsOfContacts}>
    <Records
      document={gql.TagListDocument}
      noun="tag"
      nameOf={({ name }) => name}
      create={gql.CreateTagDocument}
      update={gql.UpdateTagDocument}
      remove={gql.DeleteTagDocument}
      removed={t.itsContactsStay}
      fields={[{ name: 'name', label: general.name }]}
      filters={[{ name: 'name', label: general.name }]}
      columns={[
        {
          header: general.tag,
          cell: ({ name, deletingAt }) => (
            <>
              <Link to={`/contacts?tags=${encodeURIComponent(name)}`} className="title" text={spaced(name)} />{' '}
              <Deleting at={deletingAt} />
            </>
          ),
        },
        { header: general.contacts, isNumber: true, cell: ({ contacts }) => count(contacts.totalCount) },
        { header: general.created, cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    />
  </Page>
);
