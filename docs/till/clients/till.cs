// A till's client for Kramar: Mono, or .NET 6 or newer; no packages.
//
//     mcs -r:System.Net.Http.dll -r:System.Runtime.Serialization.dll -r:System.Xml.Linq.dll till.cs
//     mono till.exe sell ORDER-42 'Кава;5500;2' 'Круасан;6450;1'    name;price in kopiykas;quantity
//     mono till.exe refund ORDER-42 5500                            kopiykas; without an amount: all that is left
//
// KRAMAR_API is the base address (http://127.0.0.1:7480/api/v1/), KRAMAR_KEY a key of the till (kr_…), KRAMAR_JOURNAL
// the file in which the till keeps what it intends to do. Exit code 0: done; 1: not paid; 2: refused, and the reason.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Threading;
using System.Xml;
using System.Xml.Linq;

/// <summary>Repeating would change nothing: a person has to look.</summary>
class Refused : Exception
{
    public Refused(string message) : base(message) { }
}

static class Till
{
    // Nothing was settled: the same request under the same Idempotency-Key is safe, and finds out.
    static readonly string[] Repeatable = { "TIMEOUT", "UNREACHABLE", "BAD_GATEWAY", "IN_DOUBT", "TMR", "INTERNAL_ERROR" };
    static readonly TimeSpan GiveUpAfter = TimeSpan.FromMinutes(15);
    static readonly string Api = Environment.GetEnvironmentVariable("KRAMAR_API");
    static readonly string Key = Environment.GetEnvironmentVariable("KRAMAR_KEY");
    static readonly string Journal = Environment.GetEnvironmentVariable("KRAMAR_JOURNAL") ?? "journal.txt";
    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(40) };

    /// <summary>One request, repeated while no clear answer comes.</summary>
    public static XElement Call(string method, string path, string json = null, string key = null)
    {
        var watch = System.Diagnostics.Stopwatch.StartNew();
        while (true)
        {
            double? wait;
            var answer = Attempt(method, path, json, key, out wait);
            if (wait == null) return answer;
            if (watch.Elapsed + TimeSpan.FromSeconds(wait.Value) > GiveUpAfter)
                throw new Refused("There is still no answer: " + answer);
            Thread.Sleep(TimeSpan.FromSeconds(wait.Value));
        }
    }

    /// <param name="wait">In how many seconds to try again; null: the answer is final.</param>
    static XElement Attempt(string method, string path, string json, string key, out double? wait)
    {
        wait = 1;
        var request = new HttpRequestMessage(new HttpMethod(method), Api + path);
        request.Headers.Add("Authorization", "Bearer " + Key);
        // An unknown parameter is refused instead of ignored.
        request.Headers.Add("Prefer", "handling=strict");
        if (key != null) request.Headers.Add("Idempotency-Key", key);
        if (json != null) request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        HttpResponseMessage response;
        XElement answer;
        try
        {
            response = Http.SendAsync(request).Result;
            answer = Parse(response.Content.ReadAsStringAsync().Result);
        }
        catch (Exception error) when (error is AggregateException || error is XmlException || error is IOException)
        {
            // The service is starting again, or it died before its answer was whole.
            return new XElement("root", "Kramar does not answer.");
        }
        var status = (int)response.StatusCode;
        var after = response.Headers.RetryAfter;
        var isBusy = status == 429 || status == 503;
        if (status < 300) wait = null;
        else if (after != null && after.Delta != null) wait = after.Delta.Value.TotalSeconds;
        else if (!isBusy) wait = 2;
        if (status < 300 || isBusy) return answer;
        if (status >= 500 && Repeatable.Contains(Text(answer, "err_code") ?? "INTERNAL_ERROR")) return answer;
        throw new Refused(status + " " + response.Content.ReadAsStringAsync().Result);
    }

    /// <summary>A real till reads the JSON with its own library (System.Text.Json, Newtonsoft).</summary>
    static XElement Parse(string json)
    {
        var bytes = Encoding.UTF8.GetBytes(json);
        return XElement.Load(JsonReaderWriterFactory.CreateJsonReader(bytes, XmlDictionaryReaderQuotas.Max));
    }

    public static string Text(XElement of, string name)
    {
        var found = of.Element(name);
        return found == null ? null : found.Value;
    }

    public static List<XElement> Results(XElement page) { return page.Element("results").Elements("item").ToList(); }

    public static string Quoted(string text)
    {
        return "\"" + string.Concat(text.Select(c => c < ' ' || c == '"' || c == '\\' ? "\\u" + ((int)c).ToString("x4") : c.ToString())) + "\"";
    }

    /// <summary>The key of this intent, on the disk before the first request: a PC that restarts repeats it.</summary>
    public static string IdempotencyKey(string intent)
    {
        var lines = File.Exists(Journal) ? File.ReadAllLines(Journal).ToList() : new List<string>();
        var known = lines.FirstOrDefault(line => line.EndsWith(" " + intent));
        if (known != null) return known.Substring(0, known.IndexOf(' '));
        var key = Guid.NewGuid().ToString();
        lines.Add(key + " " + intent);
        using (var file = new FileStream(Journal + ".new", FileMode.Create))
        {
            var bytes = Encoding.UTF8.GetBytes(string.Join("\n", lines) + "\n");
            file.Write(bytes, 0, bytes.Length);
            file.Flush(true);
        }
        if (File.Exists(Journal)) File.Replace(Journal + ".new", Journal, null);
        else File.Move(Journal + ".new", Journal);
        return key;
    }

    /// <summary>The sale with exactly this reference; null: there is none.</summary>
    public static XElement Find(string reference)
    {
        return Results(Call("GET", "invoices/?reference=" + Uri.EscapeDataString(reference))).FirstOrDefault();
    }

    /// <summary>The id of the newest event: the place to wait from.</summary>
    static string LastEvent()
    {
        var count = Text(Call("GET", "events/?page_size=1"), "count");
        var newest = count == "0" ? null : Results(Call("GET", "events/?page_size=1&page=" + count)).FirstOrDefault();
        return newest == null ? "0" : Text(newest, "id");
    }

    /// <summary>Waits until the sale is paid, or can no longer be.</summary>
    public static XElement WaitForEnd(string id)
    {
        var after = LastEvent();
        var invoice = Call("GET", "invoices/" + id + "/");
        while (Text(invoice, "status") == "created" || Text(invoice, "status") == "processing")
        {
            var events = Results(Call("GET", "events/?after=" + after + "&wait=25"));
            if (events.Count > 0) after = Text(events.Last(), "id");
            // Nothing for 25 seconds, or something about this sale: what its status is now decides.
            if (events.Count == 0 || events.Any(one => Text(one, "invoice") == id))
                invoice = Call("GET", "invoices/" + id + "/");
        }
        return invoice;
    }

    static int Sell(string reference, IEnumerable<string> lines)
    {
        var key = IdempotencyKey("sale " + reference);
        var invoice = Find(reference);
        if (invoice == null)
        {
            var items = lines.Select(line => line.Split(';')).Select(parts =>
                "{\"name\":" + Quoted(parts[0]) + ",\"price\":" + parts[1] + ",\"quantity\":" + Quoted(parts[2]) + "}");
            var terminal = Text(Results(Call("GET", "terminals/?page_size=1"))[0], "id");
            invoice = Call("POST", "invoices/", "{\"terminal\":" + terminal + ",\"reference\":" + Quoted(reference)
                + ",\"items\":[" + string.Join(",", items) + "]}", key);
        }
        Console.WriteLine("Pay at " + Text(invoice, "page_url"));
        invoice = WaitForEnd(Text(invoice, "id"));
        Console.WriteLine("Invoice " + Text(invoice, "id") + ": " + Text(invoice, "status"));
        return Text(invoice, "status") == "success" ? 0 : 1;
    }

    static int Refund(string reference, string amount)
    {
        var sale = Find(reference);
        if (sale == null) throw new Refused("There is no sale " + reference + ".");
        var key = IdempotencyKey("refund " + reference + " " + (amount ?? "all"));
        // expected_status: an unpaid invoice is not cancelled by mistake.
        var invoice = Call("POST", "invoices/" + Text(sale, "id") + "/cancel/?expected_status=success",
            amount == null ? "{}" : "{\"amount\":" + amount + "}", key);
        Console.WriteLine("Invoice " + Text(invoice, "id") + ": " + Text(invoice, "final_amount") + " left");
        return 0;
    }

    static int Main(string[] arguments)
    {
        try
        {
            var command = arguments.FirstOrDefault();
            if (command == "sell" && arguments.Length > 2) return Sell(arguments[1], arguments.Skip(2));
            if (command == "refund" && (arguments.Length == 2 || arguments.Length == 3))
                return Refund(arguments[1], arguments.ElementAtOrDefault(2));
            Console.Error.WriteLine("Usage: till.exe sell REFERENCE LINE… | refund REFERENCE [AMOUNT]");
        }
        catch (Refused refused)
        {
            Console.Error.WriteLine(refused.Message);
        }
        return 2;
    }
}
