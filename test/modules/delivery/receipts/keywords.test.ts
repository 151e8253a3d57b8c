import { describe, expect, it } from 'vitest';
import { keywordOf } from '../../../../src/modules/delivery/receipts/keywords.ts';

describe('a reply is a STOP', () => {
  it.each([
    ...[
      'STOP',
      'stop',
      ' Stop! ',
      'Stop!!',
      'S.T.O.P.',
      's t o p',
      'S-T-O-P',
      '"STOP"',
      '“Stop.”',
      '¡STOP!',
      '*stop*',
      'STOP\n',
    ],
    ...['STOP ALL', 'stopall', 'Stop-All', 'stop all.', 'Cancel all', 'UNSUBSCRIBE ALL', 'stop stop STOP', 'STOP, END'],
    ...['please stop', 'Stop please', 'STOP, thank you!', 'pls stop', 'Please, stop all'],
    ...[
      'quit',
      'End',
      'revoke',
      'opt out',
      'Opt-Out',
      'OPTOUT',
      'cancel',
      'unsubscribe',
      'UNSUBSCRIBE.',
      'please unsubscribe',
    ],
    ...[
      'ST\u00adOP',
      'S\u200bT\u200bO\u200bP',
      '\u200eSTOP\u200f',
      '\u202aSTOP\u202c',
      '\ufeffSTOP',
      '\u00a0STOP\u00a0',
      'ST\u2060OP',
    ],
    ...['ＳＴＯＰ', 'ｓｔｏｐ', 'ＳＴＯＰ　ＡＬＬ', '𝐒𝐓𝐎𝐏', 'Ⓢⓣⓞⓟ', 'STÖP', 'Ştop', 's\u0336t\u0336o\u0336p\u0336'],
    ...['🆂🆃🅾🅿', '🅢🅣🅞🅟', 'ST🅾️P', '𝗦𝗧𝗢𝗣', '🇩🇪 STOP'],
    ...['stop stop please', 'please stop, stop all', 'STOP STOP ALL', 'STOP NOW', 'stop thx', 'Stop now please'],
    ...['🛑 STOP 🛑', 'STOP👍🏽', 'STOP ✋\ufe0f', '👨‍👩‍👧 stop'],
  ])('%j', (text) => {
    expect(keywordOf(text)).toBe('stop');
  });

  it.each([
    ...[
      'Stop by at eight?',
      'Do not stop',
      'stopp',
      'stop it',
      'the end',
      'I cannot cancel my plan',
      'STOPPED',
      'non-stop',
      'all',
      'ALL STOP',
    ],
    ...['', ' ', '👍', '?', '...', '\u200b', '\u3164', 'please', 'thank you', 'now', 'all all', 'СТОП', 'Yes'],
  ])('and not %j', (text) => {
    expect(keywordOf(text)).not.toBe('stop');
  });

  it.each([
    ['iptal', 'İPTAL'],
    ['iptal', 'IPTAL'],
    ['iptal', 'ıptal'],
    ['İPTAL', 'iptal'],
    ['İptal', 'i\u0307ptal'],
    ['DURDUR', 'durdur.'],
    ['durdur', 'DURDUR!'],
    ['schließen', 'SCHLIESSEN'],
    ['SCHLIESSEN', 'schließen'],
    ['schließen', 'SCHLIEẞEN'],
    ['τέλος', 'ΤΕΛΟΣ'],
    ['ΤΈΛΟΣ', 'τελος'],
    ['τελοσ', 'τέλος'],
    ['arrêt', 'ARRET'],
    ['arret', 'Arre\u0302t.'],
    ['parar', 'Pará-r'],
    ['стоп', 'СТОП'],
    ['стоп', 'С Т О П'],
    ['отпишись', 'ОТПИШИСЬ!'],
    ['قف', 'قِفْ'],
    ['توقف', 'تـوقـف'],
    ['הסר', 'הָסֵר'],
    ['बंद करो', 'बंद करो।'],
    ['停止', '停止。'],
    ['やめて', 'やめて！'],
    ['nie mehr', 'NIE-MEHR'],
    ['wyłącz', 'WYLACZ'],
    ['đừng', 'Dung!'],
    ['hjælp ikke', 'HJAELP IKKE'],
    ['كنسل', 'کنسل'],
    ['الغى', 'الغي'],
    ["to'xtat", 'TOʻXTAT'],
    ['d’accord', 'Dʼaccord'],
  ])('by the team’s word %j: %j', (word, text) => {
    expect(keywordOf(text, ['other', word])).toBe('stop');
    expect(keywordOf(word, [text])).toBe('stop');
  });

  it.each([
    ...['ST\u041eP', 'st\u043ep', 'ST\u039fP', '\u0405TOP', 's t \u043e p', 'please ST\u041eP', 'ST\u041eP stop'],
    ...['UNSU\u0412SCRIBE', 'c\u0430ncel', '\u0395ND'],
  ])('with a look-alike letter of another script: %j', (text) => {
    expect(keywordOf(text)).toBe('stop');
  });

  it('by a team’s word with a look-alike letter, and not by a word of another script', () => {
    expect(keywordOf('CTO\u041f', ['\u0421\u0422\u041e\u041f'])).toBe('stop');
    expect(keywordOf('\u043d\u0435\u0442', ['\u041d\u0415\u0422'])).toBe('stop');
    expect(keywordOf('het', ['\u041d\u0415\u0422'])).toBeNull();
    expect(keywordOf('ST\u041fP')).toBeNull();
  });

  it.each([
    ...[
      'STOP SVP',
      'STOP merci',
      'stop s’il vous plaît',
      'STOP bitte',
      'Stop, danke',
      'por favor STOP',
      'STOP gracias',
    ],
    ...[
      'stop per favore',
      'STOP grazie',
      'STOP proszę',
      'stop alsjeblieft',
      'STOP a.u.b.',
      'STOP tack',
      'stop obrigada',
    ],
    ...['STOP lütfen', 'STOP пожалуйста'],
  ])('with a courtesy of another language: %j', (text) => {
    expect(keywordOf(text)).toBe('stop');
  });

  it.each([
    // A greeting, what is to stop, our own words.
    ...[
      'Hi, STOP',
      'Hello stop',
      'Hola STOP',
      'Привет, stop',
      'ok stop',
      'Just stop!',
      'STOP IMMEDIATELY',
      'kindly stop',
    ],
    ...[
      'stop texting me',
      'STOP SMS',
      'stop sending me messages',
      'please stop all messages',
      'unsubscribe me',
      'opt me out',
    ],
    ...['Reply STOP', 'STOP to 12345', 'STOP 12345', 'STOP2END', 'Reply STOP to opt out', 'STOP to unsubscribe'],
    // A subject, a quotation, a signature.
    ...['Re: STOP', 'Fwd: stop', 'Subject: STOP', 'AW: Re: Stop', 'STOP\n\nSent from my iPhone', 'Stop\n-- \nAda'],
    ...['STOP\n> Hello, this is Acme. Reply STOP to opt out.'],
    // More courtesies.
    ...['stop ευχαριστώ', 'stop дякую', 'stop من فضلك', 'stop בבקשה', 'stop धन्यवाद', 'stop 谢谢', 'stop 감사합니다'],
    ...['stop cảm ơn', 'stop terima kasih', 'stop köszönöm', 'STOP S.V.P.', 'PLEASESTOP', 'stopthanks', 'STOPNOW'],
    // As keyboards and fonts change it.
    ...['SOTP', 'stpo', 'tsop', 'ST0P', 'ыещз', 'іещз', 'سفخح', 'ꜱᴛᴏᴘ'],
  ])('with what else people write: %j', (text) => {
    expect(keywordOf(text)).toBe('stop');
  });

  it.each([
    ...[
      'send me the end',
      'Send me more',
      'text me please',
      'hi',
      'ok',
      'to',
      '12345',
      'message',
      'no stop',
      'kein stop',
    ],
    ...[
      'Do you want me to stop?',
      'When does it end?',
      'the bus stop',
      'stop loss',
      'cancel my order',
      'stop tomorrow',
    ],
    ...['post', 'spot', 'opts', 'weekend', 'pretend', 'Stop 5 minutes', 'Yes\n> Reply STOP to opt out'],
    ...['Great offer!\n\nOn Mon, Acme wrote:\n> Reply STOP', 'Hi\nWhere is the stop?'],
  ])('and no STOP: %j', (text) => {
    expect(keywordOf(text)).not.toBe('stop');
  });

  it.each(['hi start', 'start me', 'send start', 'Re: START', 'strat'])(
    'and nothing else makes a START of %j',
    (text) => {
      expect(keywordOf(text)).not.toBe('start');
    },
  );

  it.each(['bitte nicht stop', 'por favor no STOP', 'Please don’t stop', 'merci', 'non stop merci', 'tack'])(
    'not %j',
    (text) => {
      expect(keywordOf(text)).toBeNull();
    },
  );

  it('by a team’s word that is repeated, or has a please or all beside it', () => {
    for (const text of ['No-more, please', 'NO MORE ALL']) expect(keywordOf(text, ['no more'])).toBe('stop');
    for (const text of ['iptal iptal', 'STOP İPTAL']) expect(keywordOf(text, ['iptal'])).toBe('stop');
  });

  it('not by a team’s word that another word only resembles', () => {
    expect(keywordOf('कल', ['कला'])).toBeNull();
    expect(keywordOf('はし', ['ばし'])).toBeNull();
    expect(keywordOf('🙂', ['\u3164', ''])).toBeNull();
    expect(keywordOf('iptal etme', ['iptal'])).toBeNull();
  });
});

it.each([
  ['START', 'start'],
  ['s.t.a.r.t', 'start'],
  ['ＵＮＳＴＯＰ', 'start'],
  ['start\u200b please', 'start'],
  ['Un-stop!', 'start'],
  ['start all', null],
  ['HELP', 'help'],
  ['ＨＥＬＰ', 'help'],
  ['h.e.l.p?', 'help'],
  ['ınfo', 'help'],
  ['İNFO', 'help'],
  ['Help, please', 'help'],
  ['help me', null],
] as const)('%j asks for %s', (text, keyword) => {
  expect(keywordOf(text)).toBe(keyword);
});

// With a pattern that tries every way to read them, these take longer than anybody waits.
it.each([[['STOP']], [['stop all']], [['opt', 'out']]])('many STOPs are read with %j among the team’s own', (words) => {
  expect(keywordOf(`${'stop all opt out '.repeat(290)}dammit`, words)).toBeNull();
  expect(keywordOf('stop all opt out '.repeat(290), words)).toBe('stop');
});
