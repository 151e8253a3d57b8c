/** Three pages of a front end as it would ask for them: a list, a record, and a list of one record's. */
export const CAMPAIGNS = `query Campaigns($first: Int!, $after: String) {
  smsCampaigns(first: $first, after: $after, orderBy: { field: name, direction: asc }) {
    totalCount
    edges { cursor node { id name status offers(first: 5) { nodes { id name } } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;
export const CAMPAIGN = `query Campaign($id: ID!) {
  smsCampaign(id: $id) {
    id name status
    messageCounts { total sent clicked }
    sends(first: 5) { nodes { id status recipientsByStatus { status count } recipients(first: 5) { nodes { status contactId contact { id name } } } } }
    logs(first: 5) { nodes { id text createdAt } }
  }
}`;
export const CONVERSATION = `query Conversation($contact: ID!, $first: Int!, $after: String) {
  contact(id: $contact) { id name number }
  smsMessages(first: $first, after: $after, filter: { contactId: $contact }) {
    edges { cursor node { id finalText status sentAt clickedAt } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;
