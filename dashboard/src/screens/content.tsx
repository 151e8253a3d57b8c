import * as gql from '../gql/graphql.ts';
import { count, Link, useData, words } from '../lib/index.ts';
import { type FieldList, Records } from '../ui/controls.ts';
import { Badge, Page, When } from '../ui/parts.tsx';

const DOMAINS: FieldList = [
  { name: 'name', label: 'Name' },
  { name: 'domains', label: 'Domains', kind: 'list', rows: 3, hint: 'One per line. Point each at this server first.' },
];

export const Domains = () => (
  <Page
    title="Link domains"
    lead="Domains of your own for the short links in messages. A campaign draws from one plan."
  >
    <Records
      document={gql.DomainsDocument}
      noun="domain plan"
      nameOf={({ name }) => name}
      create={gql.CreateDomainPlanDocument}
      update={gql.UpdateDomainPlanDocument}
      remove={gql.DeleteDomainPlanDocument}
      removed="Campaigns that use it shorten links with the server’s own domain."
      fields={DOMAINS}
      filters={[
        { name: 'name', label: 'Name' },
        { name: 'domain', label: 'Domain' },
      ]}
      columns={[
        { header: 'Plan', cell: ({ name }) => <strong>{name}</strong> },
        { header: 'Domains', cell: ({ domains }) => domains.join(', ') },
        { header: 'Campaigns', isNumber: true, cell: ({ smsCampaigns }) => count(smsCampaigns.totalCount) },
        { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    >
      <p>Without a plan, links use the server’s own domain.</p>
    </Records>
  </Page>
);

export function Keywords() {
  const { tags, smsCampaigns, team } = useData(gql.KeywordPartsDocument, {}).data ?? {};
  const people = team?.members.nodes.map(({ userId, person }) => [userId, person?.name ?? ''] as const) ?? [];
  const MATCHES = [
    ['exact', 'The reply is this word'],
    ['prefix', 'The reply begins with it'],
  ] as const;
  const fields: FieldList = [
    [
      { name: 'word', label: 'Word' },
      { name: 'match', label: 'When', options: MATCHES },
    ],
    { name: 'answer', label: 'Answer', rows: 2, hint: 'Empty: none is sent.' },
    [
      { name: 'tagId', label: 'Tag the contact with', options: tags?.nodes ?? [], none: 'None' },
      { name: 'smsCampaignId', label: 'Only for campaign', options: smsCampaigns?.nodes ?? [], none: 'Any' },
    ],
    { name: 'notifyUserIds', label: 'E-mail to', multiple: true, options: people },
    { name: 'sender', label: 'Only for sender', hint: 'The number or name that was written to. Empty: any.' },
  ];
  return (
    <Page
      title="Keywords"
      lead="Words in replies that are answered, tagged or reported by e-mail. STOP and HELP always work."
    >
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
          { header: 'Word', cell: ({ word }) => <strong>{word}</strong> },
          { header: 'When', cell: ({ match }) => MATCHES.find(([value]) => value === match)?.[1] },
          { header: 'Answer', cell: ({ answer }) => answer },
          { header: 'Tag', cell: ({ tag }) => tag && <Badge value={tag.name} /> },
          { header: 'Campaign', cell: ({ smsCampaign }) => smsCampaign?.name ?? 'Any' },
        ]}
      >
        <p>Such as INFO, answered with your opening hours.</p>
      </Records>
    </Page>
  );
}

export const TagsPage = () => (
  <Page title="Tags" lead="Labels of contacts. Segments are made of them.">
    <Records
      document={gql.TagListDocument}
      noun="tag"
      nameOf={({ name }) => name}
      create={gql.CreateTagDocument}
      update={gql.UpdateTagDocument}
      remove={gql.DeleteTagDocument}
      removed="Its contacts stay and lose the tag."
      fields={[{ name: 'name', label: 'Name' }]}
      filters={[{ name: 'name', label: 'Name' }]}
      columns={[
        {
          header: 'Tag',
          cell: ({ name }) => (
            <Link to={`/contacts?tags=${encodeURIComponent(name)}`} className="title" text={words(name)} />
          ),
        },
        { header: 'Contacts', isNumber: true, cell: ({ contacts }) => count(contacts.totalCount) },
        { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    />
  </Page>
);
