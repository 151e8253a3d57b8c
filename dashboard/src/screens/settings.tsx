import * as gql from '../gql/graphql.ts';
import { ENDPOINTS } from '../lib/endpoints.ts';
import { CUSTOM_FIELDS, columnOf, moment, useData, usualName, ZONES } from '../lib/index.ts';
import { isWithin } from '../lib/roles.ts';
import { isMine, session } from '../lib/session.ts';
import { general } from '../texts/first.ts';
import { settings as t } from '../texts/more.ts';
import {
  confirms,
  type FieldList,
  type FieldOf,
  FormButton,
  Grid,
  List,
  MutationForm,
  Opens,
  OVERLAP,
} from '../ui/controls.ts';
import { Answer, Badge, Card, Cut, Facts, Page, Tabs, When } from '../ui/parts.tsx';
import { Account } from './account.tsx';
import { Providers } from './providers.tsx';

const isPerson = session?.token.startsWith('obs_') ?? false;

export const Settings = () => (
  <Page title={general.settings}>
    <Tabs
      of={{
        team: [t.team, () => <Team />],
        members: [t.members, () => <Members />],
        tokens: [isMine(gql.CreateTokenDocument) && t.tokens, () => <Tokens />],
        sending: [general.quietHours, () => <QuietHours />],
        providers: [t.providers, () => <Providers />],
        account: [isPerson && general.yourAccount, () => <Account />],
      }}
    />
  </Page>
);

const NAMES = new Intl.DisplayNames(undefined, { type: 'currency' });
const TEAM: FieldOf[] = [
  { name: 'name', label: general.name },
  { name: 'timezone', label: general.timeZone, options: ZONES },
  {
    name: 'currency',
    label: t.currency,
    options: Intl.supportedValuesOf('currency').map((code) => [code, `${code} · ${NAMES.of(code)}`]),
    none: general.notSet,
    hint: t.pricesCosts,
  },
];
const REQUIRES: FieldOf = {
  ...{ name: 'requiresTwoFactor', label: general.twoFactorSign, kind: 'flag' },
  options: Object.entries({ false: t.upToEachMember, true: t.required }),
  hint: t.requiredMembers,
};

const NAMES_OF_FIELDS: FieldOf = {
  name: 'names',
  label: t.namesOfFields,
  hint: t.namesOfFieldsHint,
  columns: [
    { name: 'field', label: t.field, options: CUSTOM_FIELDS.map((name) => [columnOf(name), usualName(name)]) },
    { name: 'name', label: general.name },
  ],
  value: [],
  read: JSON.parse,
  show: (names: object) => JSON.stringify(names, ['field', 'name']),
};

const Team = () => (
  <Answer of={useData(gql.TeamDocument, {})}>
    {({ team }) => (
      <>
        <Card title={t.team}>
          <MutationForm
            document={gql.UpdateTeamDocument}
            of={team}
            depth={1}
            fields={isBelow('owner') ? [...TEAM, REQUIRES] : TEAM}
            button={general.save}
          />
          <small>{general.sinceTime(moment(team.createdAt))}</small>
        </Card>
        <Card title={general.customFields}>
          <MutationForm
            document={gql.SetCustomFieldNamesDocument}
            of={{ names: team.customFieldNames }}
            fields={[NAMES_OF_FIELDS]}
            button={general.save}
          />
        </Card>
      </>
    )}
  </Answer>
);

const STOP_HINT = t.stopEndCancel;
const RULES: FieldList = [
  [
    { name: 'contactFrom', label: general.from, kind: 'time', hint: t.emptyAtAnyTime },
    { name: 'contactUntil', label: general.until, kind: 'time' },
  ],
  { name: 'helpText', label: t.answerToHelp, rows: 2 },
  { name: 'stopWords', label: t.moreWordsThatMean, kind: 'list', hint: STOP_HINT },
];

const QuietHours = () => (
  <Answer of={useData(gql.SendingSettingsDocument, {})}>
    {({ sendingSettings: of }) => (
      <Card title={t.whenContactsMay}>
        <MutationForm
          document={gql.UpdateSendingSettingsDocument}
          of={of}
          depth={1}
          fields={RULES}
          button={general.save}
        />
        <Facts
          of={[
            [t.leadsAndSales, <code key="">{of.postbackUrl}</code>],
            of.previousPostbackSecretExpiresAt !== null && [
              general.formerSecretWorks,
              moment(of.previousPostbackSecretExpiresAt),
            ],
          ]}
        />
        <FormButton
          text={t.newPostbackSecretMore}
          title={t.replaceTheSecret}
          document={gql.RotatePostbackSecretDocument}
          fields={[OVERLAP]}
          button={general.replace}
          secretOf={({ rotatePostbackSecret }) => rotatePostbackSecret.secret}
          secretNote={general.youWontSee}
        />
        <FormButton
          text={t.newPreCheckSecretMore}
          title={t.replaceTheSecretAsk}
          document={gql.RotatePreCheckSecretDocument}
          fields={[]}
          button={general.replace}
          secretOf={({ rotatePreCheckSecret }) => rotatePreCheckSecret.secret}
          secretNote={t.requestsToThePre}
        />
      </Card>
    )}
  </Answer>
);

const ROLES = [
  ['member', t.memberWorks],
  ['admin', t.adminAlsoSettings],
  ['owner', t.ownerEverything],
] as const;
/** Nobody gives, changes or takes a role above their own. */
const isBelow = (role: gql.Role) => isWithin(session?.role ?? null, role);
const ROLE: FieldOf = { name: 'role', label: t.role, options: ROLES.filter(([role]) => isBelow(role)) };
const INVITATION: FieldList = [{ name: 'email', label: general.email, kind: 'email' }, ROLE];
const LEAVES = t.theyLoseAccess;

function Members() {
  const isAdmin = isMine(gql.ChangeRoleDocument);
  const team = useData(gql.MembersDocument, { isAdmin });
  const invited = useData(gql.InvitationsDocument, {}).data?.team.invitations.nodes ?? [];
  return (
    <>
      <Card title={t.inviteSomebody} of={gql.InviteDocument}>
        <MutationForm
          inline
          document={gql.InviteDocument}
          button={t.invite}
          fields={INVITATION}
          onDone={(_, form) => form.reset()}
        />
      </Card>
      <Answer of={team}>
        {({ team: { members } }) => (
          <Grid
            label={t.members}
            rows={members.nodes}
            idOf={({ userId }) => userId}
            columns={[
              { header: general.person, cell: ({ person }) => <strong>{person?.name ?? general.somebody}</strong> },
              { header: general.email, cell: ({ person }) => person?.email },
              { header: t.role, cell: ({ role }) => <Badge value={role} /> },
              ...(isAdmin
                ? [
                    {
                      header: general.twoFactorSign,
                      cell: ({ person }: Member) => (person?.isTwoFactorOn ? t.on : t.off),
                    },
                  ]
                : []),
              { header: general.since, cell: ({ createdAt }) => <When at={createdAt} /> },
              { cell: memberActions },
            ]}
          />
        )}
      </Answer>
      {team.data && <Cut of={team.data.team.members} />}
      {invited.length > 0 && (
        <Card title={t.invited}>
          <ul className="list">
            {invited.map(({ id, email, role, delivery, expiresAt }) => (
              <li key={id}>
                <Badge value={role} />
                <span>
                  {email}
                  <small>{t.emailGoodUntil(delivery, moment(expiresAt))}</small>
                </span>
                <Opens text={t.revoke} title={t.revokeThe(email)} of={gql.RevokeInvitationDocument}>
                  {confirms({
                    document: gql.RevokeInvitationDocument,
                    variables: { id },
                    text: t.theLink,
                    button: t.revoke,
                  })}
                </Opens>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

type Member = gql.MembersQuery['team']['members']['nodes'][number];

const memberActions = ({ userId, role, person }: Member) =>
  isBelow(role) && (
    <span className="actions">
      <FormButton
        text={t.roleMore}
        title={t.roleOf(person?.name ?? general.somebody)}
        document={gql.ChangeRoleDocument}
        fixed={{ userId }}
        of={{ role }}
        fields={[ROLE]}
        button={general.save}
      />
      <Opens text={t.removeMore} title={t.removeMember(person?.name ?? general.somebody)} of={gql.RemoveMemberDocument}>
        {confirms({ document: gql.RemoveMemberDocument, variables: { userId }, text: LEAVES, button: general.remove })}
      </Opens>
    </span>
  );

const scopesOf = (chosen: string[]) =>
  chosen.map((one) => {
    const [method, endpoint] = one.split(' ');
    return { method, endpoint };
  });

const SCOPES_HINT = t.noneEverything;
const TOKEN: FieldList = [
  { name: 'name', label: general.name },
  ROLE,
  { name: 'scopes', label: t.limitedTo, multiple: true, options: ENDPOINTS, hint: SCOPES_HINT, read: scopesOf },
  { name: 'expiresAt', label: t.expires, kind: 'moment', hint: t.leaveEmptyForNo },
];
const REVOKED = t.everythingThatUses;

const Tokens = () => (
  <>
    <div className="buttons">
      <FormButton
        text={t.newToken}
        className="main"
        document={gql.CreateTokenDocument}
        fields={TOKEN}
        secretOf={({ createTeamToken }) => createTeamToken.accessToken}
        secretNote={t.ownersAndAdminsCan}
      />
    </div>
    <List
      document={gql.TokensDocument}
      noun="token"
      columns={[
        { header: general.token, cell: ({ name }) => <strong>{name}</strong> },
        { header: t.role, cell: ({ role }) => <Badge value={role} /> },
        {
          header: t.may,
          cell: ({ scopes }) => {
            const all = scopes.map(({ method, endpoint }) => `${method.toUpperCase()} ${endpoint}`);
            return all.length === 0 ? t.everythingItsRole : <code title={all.join('\n')}>{all.join(', ')}</code>;
          },
        },
        { header: general.lastUsed, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
        { header: general.until, cell: ({ expiresAt }) => (expiresAt ? moment(expiresAt) : t.noExpiry) },
        {
          cell: ({ id, name }) => (
            <Opens text={t.revokeMore} title={t.revokeNamed(name)} of={gql.RevokeTokenDocument}>
              {confirms({ document: gql.RevokeTokenDocument, variables: { id }, text: REVOKED, button: t.revoke })}
            </Opens>
          ),
        },
      ]}
    />
  </>
);
