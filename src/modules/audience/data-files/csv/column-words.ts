import type { ColumnName } from './columns.ts';

export type NamedColumn = Extract<ColumnName, 'number' | 'country' | 'email' | 'name' | 'timezone' | 'foreignId'>;

/** Folded. Where two columns fit one field, the earlier word wins. */
export const COLUMN_WORDS: Readonly<Record<NamedColumn, readonly string[]>> = {
  number: words(`
    msisdn e164 mobilephone mobilenumber mobileno mobile cellphone cellnumber cell smsnumber sms gsm whatsapp
    phonenumber phoneno phone telephonenumber telephone tel contactnumber
    handynummer handy mobilnummer mobiltelefon mobil rufnummer telefonnummer telefon
    numerodetelephone numerodemobile telephoneportable telephonemobile portable numerotelephone
    numerodetelefono numerodemovil telefonomovil telefonocelular movil celular telefono
    numerodetelefone numerodecelular telemovel telefonecelular telefone
    numeroditelefono numerodicellulare telefonocellulare cellulare telefonino
    telefoonnummer mobielnummer mobielnr mobiel gsmnummer telefoon
    numertelefonu telefonkomorkowy komorka komorkowy nrtelefonu
    mobiltelefonnummer telefonnumer ceptelefonu telefonnumarasi cep
    number nummer numero numer no nr`),
  country: words(`
    countrycode countryiso iso2 iso3 country nation
    landercode landkennzeichen landescode land staat
    pays codepays pais codigopais codigodepais paese nazione codicepaese
    landcode kraj kodkraju landskod ulke ulkekodu`),
  email: words(`
    emailaddress email mail mailaddress emailid
    emailadresse mailadresse courriel adresseemail adressemail adresseelectronique
    correoelectronico correo direccionemail enderecodeemail correioeletronico indirizzoemail postaelettronica
    emailadres mailadres adresemail adresmail epost epostadress eposta epostaadresi`),
  name: words(`
    fullname name contactname customername clientname displayname contact
    vollstandigername vorundnachname kundenname
    nomcomplet nometprenom prenometnom
    nombrecompleto nombreyapellidos nomecompleto nomeecognome
    volledigenaam naam imieinazwisko
    fullstandigtnamn namn adsoyad adisoyadi isim
    firstname givenname forename vorname prenom nombre nome voornaam imie fornamn ad nom nazwisko`),
  timezone: words(`
    timezone tz timezoneid iana zeitzone fuseauhoraire zonahoraria fusohorario fuso fusoorario tijdzone strefaczasowa
    tidszon saatdilimi`),
  foreignId: words(`
    foreignid externalid customerid contactid crmid leadid userid clientid memberid recordid externalreference reference
    ref id uuid customernumber customerno
    kundennummer kundennr kundenid kontaktid datensatzid
    numeroclient idclient identifiant iddecliente idcliente numerodecliente
    codigocliente codicecliente klantnummer klantid numerklienta idklienta kundnummer kundid musterino musteriid`),
};

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** `Téléphone (mobile)` → `telephonemobile`. */
export const foldedWord = (text: string) =>
  text
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase();
