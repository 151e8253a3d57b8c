import type { Explorer } from '../../src/graphql/graphiql.ts';
import type { DemoCredentials } from './credentials.ts';

/** GraphiQL of the demo: signed in, with operations that work as they are. */
export const demoExplorer = ({ token, email, password, ids }: DemoCredentials): Explorer => ({
  headers: { Authorization: `Bearer ${token}` },
  operations: `# The demo's token is in the Headers box below. Choose an operation from the ▶ menu; all of them work as they are.

query Me {
  me { name email role teamName scopes { method endpoint } }
}

# The dashboard: campaigns → offers, sends → logs, in one request.
query Dashboard {
  smsCampaigns(first: 20) {
    totalCount
    nodes {
      id name status createdAt
      meta { sendType segmentIds }
      offers { id name profit }
      sendsCount
      sends(first: 20) {
        id status createdAt
        logs(first: 10) { text createdAt }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}

query OneCampaign {
  smsCampaign(id: "${ids.sms_campaign}") {
    name status
    meta { plannerData { isActive daysOfWeek weeklySchedule { default { start end } } } }
    offers { name profit }
  }
}

# What came of the calls, of all and of each number and agent.
query Calls {
  callsByOutcome(filter: { callSource: [campaign] }) { outcome count }
  callsByStatus { status count }
  numbers(filter: { isArchived: false }, first: 10) {
    nodes { number voiceAccount { name } inboundAgent { name } callsCount callsByOutcome { outcome count } }
  }
  calls(filter: { hasOutcome: true }, first: 10) {
    nodes { contact { name number } agent { name } callOutcome outcomeLogs { initialCallOutcome newCallOutcome } }
  }
}

# A list that waits to be imported: run ImportList, then watch it with WatchImport in a second tab of the browser.
mutation ImportList {
  importDataFile(id: "${ids.data_file}", input: { columns: { number: 0, country: 1, email: 2, name: 3 }, tags: ["autumn"] }) {
    status totalRows
  }
}

subscription WatchImport {
  dataFileProgress(id: "${ids.data_file}") {
    status processedRows totalRows createdContacts updatedContacts unchangedContacts failedRows
  }
}

# What a start would do, without sending anything: how many go out in which hour, and who is held or left out, by which rule.
query PreviewCampaign {
  previewCampaign(id: "${ids.sms_draft}", days: 2) {
    status contacts messagesCount notes
    hours { hour step messages }
    kept { rule status contacts reason }
    messages(first: 3) { at contact { name } finalText }
  }
}

# Start a campaign: watch it with WatchCampaign in a second tab of the browser, then start it here. Its messages go out
# through the simulator, 200 a minute; receipts, clicks and replies come back over HTTP, as a real provider's do.
mutation StartCampaign {
  startSmsCampaign(id: "${ids.sms_draft}") { name status audiencePreview isSimulated }
}

subscription WatchCampaign {
  campaignProgress(id: "${ids.sms_draft}") {
    status
    smsCampaign {
      name
      progress { total queued sending sent delivered failed clicked unsubscribed perMinute estimatedEnd }
      logs(first: 3) { text }
    }
  }
}

# Who got which message, and who asked not to get another one: a reply of STOP suppresses its number at once.
query WhoWasReached {
  smsCampaign(id: "${ids.sms_draft}") {
    status
    sends(first: 1) {
      recipientsByStatus { status count }
      recipients(first: 10, filter: { status: [delivered] }) { contact { name } message { finalText isClicked sentAt settledAt } }
    }
  }
  suppressedNumbers(first: 5) { nodes { number reason createdAt } }
}

# Why a contact has a message or has none, and when it would get one.
query ExplainContact {
  explainRecipient(smsCampaignId: "${ids.sms_draft}", contactId: "${ids.contact}") { rule text status decidedAt nextAt }
}

# Start calling: fifty calls through the simulator, ten at a time. Then ask again and again how far it is.
mutation StartCalls {
  startVoiceCampaign(id: "${ids.voice_campaign}") { name status audiencePreview logs(first: 3) { text } }
}

query WhoWasCalled {
  voiceCampaign(id: "${ids.voice_campaign}") {
    status
    progress { total queued held calling answered ended leads sales skipped perMinute }
    callsByOutcome { outcome count }
    sends(first: 1) {
      status
      calls(first: 10) { status callOutcome endedReason isLead contact { name } postProcessings { status } }
    }
  }
}

mutation CreateOffer {
  createOffer(input: { name: "Meal box", url: "https://offers.example.com/meal-box", profit: "12.50" }) { id name profit }
}

mutation ChangeOutcome {
  changeCallOutcome(id: "${ids.call}", input: { callOutcome: interested }) { id callOutcome }
}

mutation StopPlanner {
  stopSmsCampaignPlanner(id: "${ids.sms_campaign}") { id status meta { plannerData { isActive } } }
}

mutation SignIn {
  login(input: { email: "${email}", password: "${password}" }) { accessToken expiresAt }
}
`,
});
