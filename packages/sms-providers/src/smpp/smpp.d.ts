declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { LookupFunction } from 'node:net';

  export interface Text {
    message: string | Buffer;
    udh?: Buffer | Buffer[];
  }

  export interface PDU {
    command: string;
    command_id: number;
    command_status: number;
    sequence_number: number;
    message_id?: string;
    source_addr?: string;
    source_addr_ton?: number;
    destination_addr?: string;
    esm_class?: number;
    short_message?: Text;
    message_payload?: Text;
    receipted_message_id?: string;
    message_state?: number;
    network_error_code?: Buffer;
    system_id?: string;
    password?: string;
    registered_delivery?: number;
    data_coding?: number;
    user_message_reference?: number;
    sar_msg_ref_num?: number;
    sar_total_segments?: number;
    sar_segment_seqnum?: number;
    response(options?: Record<string, unknown>): PDU;
    isResponse(): boolean;
    toBuffer(): Buffer;
  }

  /** All that sending needs of one. Its sequence number is given to it where it has none. */
  export interface Sendable {
    sequence_number: number;
    isResponse(): boolean;
    toBuffer(): Buffer;
  }

  export type Answered = (pdu: PDU) => void;

  export interface Session extends EventEmitter {
    readonly socket: import('node:net').Socket;
    /** False: the connection is gone and nothing was sent. */
    send(pdu: Sendable, answered?: Answered): boolean;
    bind_transceiver(options: Record<string, unknown>, answered: Answered): boolean;
    submit_sm(options: Record<string, unknown>, answered: Answered): boolean;
    deliver_sm(options: Record<string, unknown>, answered?: Answered): boolean;
    data_sm(options: Record<string, unknown>, answered?: Answered): boolean;
    enquire_link(answered: Answered): boolean;
    unbind(answered?: Answered): boolean;
    close(closed?: () => void): void;
    destroy(closed?: () => void): void;
  }

  interface Smpp {
    connect(options: {
      host: string;
      port: number;
      tls: boolean;
      servername?: string;
      lookup?: LookupFunction;
      /** In place of one that it would open. */
      socket?: import('node:net').Socket;
    }): Session;
    createServer(listener: (session: Session) => void): import('node:net').Server;
    errors: Record<string, number>;
    PDU: { new (command: string, options?: Record<string, unknown>): PDU; prototype: PDU };
    encodings: { ASCII: { decode(bytes: Buffer): string } };
  }

  const smpp: Smpp;
  export default smpp;
}
