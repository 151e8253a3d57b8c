/** Pages of a front end as it would ask for them: a list, records of both kinds with their lists, and a conversation with its messages. */
export const CAMPAIGNS = `query Campaigns($first: Int!, $after: String) {
  smsCampaigns(first: $first, after: $after, orderBy: { field: name, direction: asc }) {
    totalCount
    edges { cursor node { id name status offers(first: 5) { nodes { id name } } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;
export const CAMPAIGN = `query Campaign($id: ID!, $sends: Int = 5, $after: String) {
  smsCampaign(id: $id) {
    id name status
    messageCounts { total sent clicked }
    texts { id text }
    sends(first: $sends, after: $after) {
      totalCount
      edges { cursor node { id status recipientsByStatus { status count }
        recipients(first: 5) { edges { cursor node { status contactId contact { id name } } } } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
    logs(first: 5) { edges { cursor node { id text createdAt } } pageInfo { hasNextPage endCursor } }
  }
}`;
export const VOICE_CAMPAIGN = `query VoiceCampaign($id: ID!, $calls: Int = 5, $after: String) {
  voiceCampaign(id: $id) {
    id name status
    callCounts { total answered }
    callsByOutcome { outcome count }
    agent { id name }
    calls(first: $calls, after: $after, filter: { status: [ended] }) {
      totalCount
      edges { cursor node { id toNumber status callOutcome contact { id name } voiceSend { id status } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
    sends(first: 5) { edges { cursor node { id status } } pageInfo { hasNextPage endCursor } }
    logs(first: 5) { edges { cursor node { id text createdAt } } pageInfo { hasNextPage endCursor } }
  }
}`;
export const CONVERSATION = `query Conversation($id: ID!, $first: Int!, $after: String) {
  conversation(id: $id) {
    id contact { id name number }
    messages(first: $first, after: $after) {
      edges { cursor node { id direction text at } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
}`;
