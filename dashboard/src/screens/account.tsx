import * as gql from '../gql/graphql.ts';
import { moment, useData, ZONES } from '../lib/index.ts';
import { keepSession } from '../lib/session.ts';
import { general } from '../texts/first.ts';
import { account as t } from '../texts/more.ts';
import { confirms, type FieldList, FormButton, Grid, MutationForm, Opens } from '../ui/controls.ts';
import { Answer, Badge, Both, Card, Facts, When } from '../ui/parts.tsx';
import { TwoFactor } from './two-factor.tsx';

const PASSWORDS: FieldList = [
  { name: 'currentPassword', label: t.currentPassword, kind: 'password', autoComplete: 'current-password' },
  { name: 'newPassword', label: general.newPassword, kind: 'password', autoComplete: 'new-password' },
];
const TEAM: FieldList = [
  { name: 'name', label: general.name },
  {
    name: 'timezone',
    label: general.timeZone,
    options: ZONES,
    value: Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
];

export const Account = () => (
  <Answer of={useData(gql.AccountDocument, {})}>
    {({ me, mySessions }) => (
      <>
        <div className="columns">
          <div className="column">
            <Card
              title={t.you}
              actions={<FormButton text={t.newTeam} document={gql.CreateTeamDocument} fields={TEAM} />}
            >
              <Facts
                of={[
                  [general.name, me.name],
                  [general.email, me.email],
                  [t.confirmed, me.emailConfirmedAt ? moment(me.emailConfirmedAt) : t.notYet],
                ]}
              />
              <div className="actions">
                {!me.emailConfirmedAt && (
                  <Opens text={t.confirmTheEmail} title={t.confirmYourEmail}>
                    {confirms({ document: gql.ConfirmEmailDocument, text: t.youGetAnEmail, button: general.sendIt })}
                  </Opens>
                )}
                <Opens text={t.leaveTheTeam} title={t.leaveThisTeam} className="danger">
                  {confirms({
                    document: gql.LeaveTeamDocument,
                    text: t.youLoseAccess,
                    button: t.leave,
                    onDone: () => keepSession(null),
                  })}
                </Opens>
              </div>
            </Card>
            <TwoFactor of={me} />
          </div>
          <Card title={general.password}>
            <MutationForm
              document={gql.ChangePasswordDocument}
              fields={PASSWORDS}
              button={general.save}
              onDone={(_answer, form) => form.reset()}
            />
          </Card>
        </div>
        <Card
          title={t.whereYouAreSigned}
          actions={
            <Opens text={t.signOutEverywhere} title={t.signOutEverywhereAsk}>
              {confirms({ document: gql.EndOtherSessionsDocument, text: t.everySessionBut, button: t.signThemOut })}
            </Opens>
          }
        >
          <Grid
            label={t.sessions}
            rows={mySessions}
            columns={[
              {
                header: t.session,
                cell: ({ address, isCurrent, teamName }) => (
                  <Both
                    first={
                      <>
                        {address ?? t.unknownAddress} {isCurrent && <Badge value="this one" tone="good" />}
                      </>
                    }
                    more={teamName}
                  />
                ),
              },
              { header: general.since, cell: ({ createdAt }) => <When at={createdAt} /> },
              { header: general.lastUsed, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
              { header: general.until, cell: ({ expiresAt }) => moment(expiresAt) },
              {
                cell: ({ id, isCurrent }) =>
                  !isCurrent && (
                    <Opens text={general.signOut} title={t.endThisSession}>
                      {confirms({
                        document: gql.EndSessionDocument,
                        variables: { id },
                        text: t.itNeedsToSign,
                        button: general.endIt,
                      })}
                    </Opens>
                  ),
              },
            ]}
          />
        </Card>
      </>
    )}
  </Answer>
);
