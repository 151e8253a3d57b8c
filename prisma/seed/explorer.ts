import type { Explorer } from '../../src/graphql/graphiql.ts';
import type { DemoCredentials } from './credentials.ts';

/** GraphiQL of the demo: signed in, three tabs of operations that work as they are. */
export const demoExplorer = ({ token, ids }: DemoCredentials): Explorer => ({
  token,
  tabs: [
    `# Campaigns with their offers, sends and logs, in one
# request. The demo's token is in the Headers box below.
query Dashboard {
  smsCampaigns(first: 20) {
    totalCount
    nodes {
      id name status createdAt
      meta { sendType segmentIds }
      offers { nodes { id name profit } }
      sends(first: 20) {
        totalCount
        nodes {
          id status createdAt
          logs(first: 10) { nodes { text createdAt } }
        }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
    `# A campaign from its dry run to its reports. Put the cursor
# into an operation and press Ctrl-Enter.

# What a start would do, without sending anything: how many
# go out in which hour, and who is held or left out, by
# which rule.
query PreviewCampaign {
  previewSmsCampaign(id: "${ids.sms_draft}", days: 2) {
    status contacts notes
    hours { hour step messages }
    kept { rule status contacts reason }
    messages(first: 3) { totalCount nodes { at contact { name } finalText } }
  }
}

# Start a campaign: watch it with WatchCampaign in a second
# tab of the browser, then start it here. Its messages go
# out through the simulator, 200 a minute; receipts, clicks
# and replies come back over HTTP, as a real provider's do.
mutation StartCampaign {
  startCampaign(input: { campaignId: "${ids.sms_draft}" }) {
    campaign { name status audiencePreview ... on SmsCampaign { isSimulated } }
  }
}

subscription WatchCampaign {
  campaignProgress(id: "${ids.sms_draft}") {
    status name
    ... on SmsCampaign {
      progress { total queued sending sent delivered failed clicked unsubscribed perMinute estimatedEnd }
      logs(first: 3) { nodes { text } }
    }
  }
}

# Who got which message, and who asked not to get another
# one: a reply of STOP suppresses its number at once.
query WhoWasReached {
  smsCampaign(id: "${ids.sms_draft}") {
    status
    sends(first: 1) {
      nodes {
        recipientsByStatus { status count }
        recipients(first: 10, filter: { status: [delivered] }) {
          nodes { contact { name } message { finalText isClicked sentAt settledAt } }
        }
      }
    }
  }
  suppressedNumbers(first: 5) { nodes { number reason createdAt } }
}

# Why a contact has a message or has none, and when it would
# get one.
query ExplainContact {
  explainSmsRecipient(smsCampaignId: "${ids.sms_draft}", contactId: "${ids.contact}") { rule text status decidedAt nextAt }
}
`,
    `# Fifty simulated calls, ten at a time, and their outcomes.

mutation StartCalls {
  startCampaign(input: { campaignId: "${ids.voice_campaign}" }) { campaign { name status audiencePreview } }
}

query WhoWasCalled {
  voiceCampaign(id: "${ids.voice_campaign}") {
    status
    progress { total queued held calling answered ended leads sales skipped perMinute }
    callsByOutcome { outcome count }
    sends(first: 1) {
      nodes {
        status
        calls(first: 10) { nodes { status callOutcome endedReason isLead contact { name } postProcessings { status } } }
      }
    }
  }
}

mutation ChangeOutcome {
  changeCallOutcome(id: "${ids.call}", input: { callOutcome: interested }) { id callOutcome }
}

query Calls {
  callsByOutcome(filter: { callSource: [campaign] }) { outcome count }
  callsByStatus { status count }
  voiceNumbers(filter: { isArchived: false }, first: 10) {
    nodes { number voiceAccount { name } inboundAgent { name } calls { totalCount } callsByOutcome { outcome count } }
  }
  calls(filter: { hasOutcome: true }, first: 10) {
    nodes { contact { name number } agent { name } callOutcome outcomeLogs { nodes { initialCallOutcome newCallOutcome } } }
  }
}
`,
  ],
});
