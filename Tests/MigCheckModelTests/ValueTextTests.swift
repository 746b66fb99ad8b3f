import MigCheckModel
import MigCheckText
import TestMaterial
import Testing

@Suite("Texts of dates, identifiers and bytes")
struct ValueTextTests {
  @Test(
    "A date is the moment that the calendar gives",
    arguments: [
      ("1970-01-01T00:00:00Z", 0, 0), ("2001-01-01T00:00:00Z", 978_307_200, 0),
      ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
      ("2038-01-19T03:14:08Z", 2_147_483_648, 0), ("2000-02-29T12:00:00Z", 951_825_600, 0),
      ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
      ("9999-12-31T23:59:59.5Z", 253_402_300_799, 500_000_000),
      ("1582-10-10T00:00:00Z", -12_219_724_800, 0),
      ("+10000-01-01T00:00:00Z", 253_402_300_800, 0),
      ("+33658-09-27T01:46:40Z", 1_000_000_000_000, 0),
      ("+0000-12-31T23:59:59.000000001Z", -62_135_596_801, 1),
      ("-0001-12-31T00:00:00Z", -62_167_305_600, 0),
      ("-0044-03-15T12:00:00Z", -63_549_316_800, 0),
      ("-10000-02-29T00:00:00Z", -377_731_641_600, 0),
      ("+292277026596-12-04T15:30:07.999999999Z", .max, 999_999_999),
      ("-292277022657-01-27T08:29:52Z", .min, 0),
      ("-292277022657-01-27T08:29:52.5Z", .min, 500_000_000),
    ])
  func dates(_ text: String, _ seconds: Int64, _ nanoseconds: Int32) {
    let date = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    #expect(Timestamp(text) == date)
    #expect(date.description == text)
  }

  @Test("Zeros at the end of a fraction are not written")
  func fractions() {
    #expect(Timestamp("2020-01-01T00:00:00.120Z")?.nanoseconds == 120_000_000)
    #expect(Timestamp("2020-01-01T00:00:00.120Z")?.description == "2020-01-01T00:00:00.12Z")
    #expect(Timestamp("2020-01-01T00:00:00.0Z")?.description == "2020-01-01T00:00:00Z")
  }

  @Test(
    "Every day of 800 years follows the one before, and is read back", .enabled(if: Sweep.isFull))
  func everyDay() {
    var previous = ""
    for day in Int64(-250_000)...Int64(50_000) {
      let date = Timestamp(seconds: day * 86_400 + 86_399)
      let text = date.description
      #expect(previous.precedes(text))
      #expect(Timestamp(text) == date)
      previous = text
    }
  }

  @Test(
    "What is no date is refused",
    arguments: [
      "", "2020-01-01", "2020-01-01T00:00:00", "2020-01-01T00:00:00+00:00",
      "2020-01-01t00:00:00z", "2020-01-01 00:00:00Z", "2021-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z", "2020-04-31T00:00:00Z", "2020-13-01T00:00:00Z",
      "2020-00-01T00:00:00Z", "2020-01-00T00:00:00Z", "2020-01-01T24:00:00Z",
      "2020-01-01T00:60:00Z", "2020-01-01T00:00:60Z", "0000-01-01T00:00:00Z",
      "10000-01-01T00:00:00Z", "2020-01-01T00:00:00.Z", "2020-01-01T00:00:00.1234567890Z",
      "2020-01-01T00:00:00.1x3Z", "2020-01-01T00:00:000Z", "٢٠٢٠-01-01T00:00:00Z",
      // A year of four digits has no sign; all others have one, and no zeros in front.
      "+2020-01-01T00:00:00Z", "+0001-01-01T00:00:00Z", "+9999-12-31T23:59:59Z",
      "-0000-01-01T00:00:00Z", "+010000-01-01T00:00:00Z", "-00044-01-01T00:00:00Z",
      "+044-01-01T00:00:00Z", "-1-01-01T00:00:00Z", "+-1000-01-01T00:00:00Z", "+", "-",
      "-0001-02-29T00:00:00Z", "+10000-02-30T00:00:00Z", "+10000-01-01T00:00:00",
      // Beyond 64 bits of seconds.
      "+292277026596-12-04T15:30:08Z", "-292277022657-01-27T08:29:51.999999999Z",
      "+999999999999-01-01T00:00:00Z", "-999999999999-01-01T00:00:00Z",
      "+99999999999999999999-01-01T00:00:00Z",
    ])
  func notDates(_ text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test("Moments all over the range are read back")
  func wholeRange() {
    var seconds: Int64 = .min
    while seconds < .max - 1 << 56 {
      for moment in [
        Timestamp(seconds: seconds), Timestamp(seconds: seconds, nanoseconds: 999_999_999),
      ] {
        #expect(Timestamp(moment.description) == moment)
      }
      seconds += 1 << 56 - 86_399
    }
  }

  @Test("A UUID is read in any case and written in lower case")
  func uuid() {
    let text = "01234567-89ab-cdef-fedc-ba9876543210"
    let value = UUIDBytes(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    #expect(UUIDBytes(text) == value)
    #expect(UUIDBytes(text.uppercased()) == value)
    #expect(value.description == text)
  }

  @Test(
    "What is no UUID is refused",
    arguments: [
      "", "0123456789abcdeffedcba9876543210", "01234567-89ab-cdef-fedc-ba987654321",
      "01234567-89ab-cdef-fedc-ba98765432100", "01234567-89ab-cdef-fedc-ba987654321g",
      "0123456789ab--cdef-fedc-ba9876543210", "{01234567-89ab-cdef-fedc-ba9876543210}",
    ])
  func notUUIDs(_ text: String) {
    #expect(UUIDBytes(text) == nil)
  }

  @Test("An ObjectId is read in any case and written in lower case")
  func objectID() {
    let value = ObjectIDBytes(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98)
    #expect(ObjectIDBytes("0123456789abcdeffedcba98") == value)
    #expect(ObjectIDBytes("0123456789ABCDEFFEDCBA98") == value)
    #expect(value.description == "0123456789abcdeffedcba98")
    let wrong = [
      "", "0123456789abcdeffedcba9", "0123456789abcdeffedcba988", "x123456789abcdeffedcba98",
    ]
    for text in wrong { #expect(ObjectIDBytes(text) == nil) }
  }

  @Test(
    "Base64 as RFC 4648 gives it",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func base64(_ plain: String, _ coded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == coded)
    #expect(Base64.decode(coded) == Array(plain.utf8))
  }

  @Test("Every byte value survives base64, and other texts are refused")
  func base64Limits() {
    let bytes = (0..<1000).map { UInt8($0 * 7 & 255) }
    for count in 995...1000 {
      let part = Array(bytes.prefix(count))
      #expect(Base64.decode(Base64.encode(part)) == part)
    }
    for text in ["Z", "Zg", "Zg=", "====", "Z===", "Zg==Zg==", "Zm9v\n", "Zm-_", " Zg="] {
      #expect(Base64.decode(text) == nil, "\(text)")
    }
  }
}
